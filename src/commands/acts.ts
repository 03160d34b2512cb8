import { type ActionOf, BUTTONS, type ButtonAction } from "../core/button.ts";
import type { ActKind, ActOf, Answer } from "../core/command.ts";
import { VIDEO_OPTIONS, type VideoDraft } from "../core/request/video-request.ts";
import { shortReply } from "../messages/ask/short-replies.ts";
import { cardPresses, refusedPress, showJob } from "./card-buttons.ts";
import { listJobs, pageActs, pagePresses } from "./pages.ts";
import { dataActs, dataPresses } from "./personal/own-data.ts";
import { keyActs, keyPresses } from "./personal/own-key.ts";
import { settingsActs, settingsPresses } from "./personal/own-settings.ts";
import { readAll } from "./read-all.ts";
import { styleActs, stylePresses } from "./saved-styles.ts";
import { suggest } from "./suggest.ts";
import { approvalActs, approvalPresses } from "./team/decide-approvals.ts";
import { reportActs, reportPresses } from "./team/team-reports.ts";
import { setupActs, setupPresses } from "./team/team-setup.ts";
import { again, continueVideo, editAndRun, in720p, makeContinued, makeEdited } from "./video/earlier-video.ts";
import { makeBatch, openBatchForm, retryFailed } from "./video/make-batch.ts";
import { makeVideo, startConfirmed } from "./video/make-video.ts";
import { animate, answerFreeText, makeAnimated, openUnconfirmed, openVideoForm } from "./video/video-form.ts";
import {
  type ActChecks,
  type ActTable,
  type PressHandlers,
  privateReply,
  replaceMessage,
  type Typed,
  type Visit,
} from "./visit.ts";

const ACTS: ActTable = {
  make_video: {
    needs: "video",
    typed: typedIn,
    formField: ({ from }) => (from === "form" ? "prompt" : null),
    handle(visit, { draft, from, continues, animates, edits }) {
      if (continues) return makeContinued(visit, draft, continues);
      if (animates) return makeAnimated(visit, draft, animates);
      return edits ? makeEdited(visit, draft, edits) : makeVideo(visit, draft, { from });
    },
  },
  make_batch: { needs: "video", typed: typedIn, formField: "prompt", handle: makeBatch },
  open_video_form: { needs: "video", handle: openVideoForm },
  open_batch_form: { needs: "video", handle: openBatchForm },
  animate: { needs: "video", handle: animate },
  free_text: { needs: "video", typed: typedIn, handle: answerFreeText },
  suggest: { needs: null, handle: suggest },
  jobs: {
    needs: ({ show }) => (show === null ? null : "video"),
    typed: ({ show }) => [["show", show]],
    handle: async (visit, { show }) => (show === null ? privateReply(await listJobs(visit, 0)) : showJob(visit, show)),
  },
  press: {
    needs: ({ action }) => BUTTONS[action.kind].needs,
    async handle(visit, { action, on }) {
      const refused = await refusedPress(visit, action, on);
      return refused ? privateReply(refused) : press(visit, action, on);
    },
  },
  ...pageActs,
  ...keyActs,
  ...settingsActs,
  ...dataActs,
  ...styleActs,
  ...setupActs,
  ...reportActs,
  ...approvalActs,
};

/** Leaves out attached files, whose addresses the platform made, and stored pictures, which were checked before. */
function typedIn({ draft }: { readonly draft: VideoDraft }): Typed {
  return [["prompt", draft.prompt], ...VIDEO_OPTIONS.map((name) => [name, draft[name]] as const)];
}

const PRESSES: PressHandlers = {
  make_video: openVideoForm,
  make_batch: openBatchForm,
  cancel: ({ words }) => replaceMessage(shortReply("nothingStarted", words)),
  again: (visit, { jobId }) => again(visit, jobId),
  own_key: (visit, { jobId }) => again(visit, jobId, "own_key"),
  in_720p: (visit, { jobId }) => in720p(visit, jobId),
  edit: (visit, { jobId }) => editAndRun(visit, jobId),
  continue: (visit, { jobId }) => continueVideo(visit, jobId),
  retry_failed: (visit, { jobId }) => retryFailed(visit, jobId),
  open_kept: (visit, { jobId }, on) => openUnconfirmed(visit, jobId, on),
  start_kept: startConfirmed,
  start_typed: startConfirmed,
  pay_kept: startConfirmed,
  ...cardPresses,
  ...pagePresses,
  ...keyPresses,
  ...settingsPresses,
  ...dataPresses,
  ...stylePresses,
  ...setupPresses,
  ...reportPresses,
  ...approvalPresses,
  read_all: readAll,
};

async function press<Kind extends ButtonAction["kind"]>(
  visit: Visit,
  action: ActionOf<Kind>,
  on: ActOf<"press">["on"],
): Promise<Answer> {
  return PRESSES[action.kind](visit, action, on);
}

export function checksOf<Kind extends ActKind>(act: ActOf<Kind>): ActChecks {
  const { needs, typed, formField = null } = ACTS[act.kind];
  return {
    needs: typeof needs === "function" ? needs(act) : needs,
    typed: typed?.(act) ?? [],
    formField: typeof formField === "function" ? formField(act) : formField,
  };
}

export async function handle<Kind extends ActKind>(visit: Visit, act: ActOf<Kind>): Promise<Answer> {
  return ACTS[act.kind].handle(visit, act);
}
