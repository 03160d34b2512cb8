import { threadFilesIn } from "../../../core/batch/films.ts";
import type { ChatFilms } from "../../../core/film/chat-films.ts";
import { slackReply } from "../read/slack-reply.ts";
import type { SlackFiles } from "./open-file.ts";
import { filmSender } from "./send-film.ts";
import { frameSharer } from "./share-frame.ts";
import type { Uploading } from "./upload.ts";

/** The files in the threads of cards on Slack, which stand there for its own people alone. */
export function threadFilms(deps: Uploading & { readonly openFilm: SlackFiles["openFilm"] }): ChatFilms {
  const { openFilm } = deps;
  return {
    filmIn(handle, nth) {
      const reply = slackReply(handle);
      const file = threadFilesIn(reply).findLast((one) => !one.isFrame && !one.isJoined && one.nth === nth);
      if (!file) return null;
      const { platform, teamId, enterpriseId = null } = reply;
      return { kind: "platform", open: (signal) => openFilm({ platform, teamId, enterpriseId, id: file.id }, signal) };
    },
    showFrame: null,
    shareFrame: frameSharer(deps),
    filmSender: filmSender(deps),
  };
}
