import { requestsOf } from "../core/batch/batch.ts";
import type { ActionOf } from "../core/button.ts";
import type { ChatMessage } from "../core/chat.ts";
import type { Answer, Finish } from "../core/command.ts";
import { type JobId, ownerName } from "../core/job/ids.ts";
import type { VideoRequest } from "../core/request/video-request.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { askedJob } from "../jobs/related-jobs.ts";
import { shortReply } from "../messages/ask/short-replies.ts";
import { wholeText, wholeTextMessage, withoutTextFile } from "../messages/ask/whole-text.ts";
import { toDecide } from "./team/decide-approvals.ts";
import { type Visit, working } from "./visit.ts";

/** Only the requester and those who may approve the request get the file. */
export function readAll(visit: Visit, { jobId }: ActionOf<"read_all">): Answer {
  const finish = async (later: Visit) => {
    const each = await requestsFor(later, jobId);
    return each.ok ? textFile(later, each.value) : each.refusal;
  };
  // The question stays. The answer is a new message.
  return { ...working(visit, shortReply("preparingText", visit.words), finish, "notPrepared"), isAlwaysShown: true };
}

async function requestsFor(visit: Visit, jobId: JobId): Promise<Result<readonly VideoRequest[], ChatMessage>> {
  const { deps, command, ask, words } = visit;
  const { owner } = command;
  const [unconfirmed, stored] = await ask(() =>
    Promise.all([deps.unconfirmed.find(owner, jobId), deps.jobs.load(jobId)]),
  );
  if (unconfirmed) return ok(unconfirmed.each);
  if (!stored) return refuse(shortReply("questionTooOld", words));
  if (ownerName(stored.job.owner) === ownerName(owner))
    return ok(requestsOf(await ask(() => askedJob(deps.jobs, stored.job))));
  const request = await toDecide(visit, jobId);
  return request.ok ? ok(requestsOf(request.value.job)) : request;
}

function textFile({ command, words }: Visit, each: readonly VideoRequest[]): Finish {
  const content = Buffer.from(wholeText(each, words));
  const { platform } = command.owner;
  return {
    message: withoutTextFile(each, words),
    file: {
      name: "reelay-prompt.txt",
      type: "text/plain",
      within: async (maxBytes) => ({
        content: content.subarray(0, maxBytes),
        message: wholeTextMessage(platform, words),
      }),
      unsure: shortReply("textUnsure", words),
    },
  };
}
