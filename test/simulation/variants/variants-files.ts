import type { Variant } from "./variants.ts";

const attach = "src/jobs/deliver/attach.ts";
const attaching = "src/core/job/advance-attaching.ts";

/** Mistakes with a video's file on its way into the card. */
export const FILES: readonly Variant[] = [
  {
    name: "a try of a file is not written ahead",
    file: attach,
    search: `const begun = await apply(deps, stored, { kind: "attaching" });`,
    replacement: "const begun = stored;",
    tryFirst: "plays in its card on Slack; crash after at attach #1",
  },
  {
    name: "a file that may have arrived is put once more",
    file: attaching,
    search: "const triedAt = event.isClear ? null : state.triedAt;",
    replacement: "const triedAt = null;",
    tryFirst: "plays in its card on Slack; lost but done at attach #1",
  },
  {
    name: "a file that was given up and lands late stands against the card's word",
    file: attaching,
    search: "isCardInDoubt: job.isCardInDoubt || !isClear",
    replacement: "isCardInDoubt: job.isCardInDoubt",
    tryFirst: 4_000,
  },
  {
    name: "the card forgets its file",
    file: attaching,
    search: `afterFinalWord({ ...job, reply: event.reply, video: "here" }, state, now)`,
    replacement: `afterFinalWord({ ...job, video: "here" }, state, now)`,
    tryFirst: "plays in its card on Discord; late at show Making the video #1",
  },
  {
    name: "nobody tries to bring the file",
    file: "src/core/job/settle.ts",
    search: `job.video !== "due" || (outcome`,
    replacement: `job.video !== "here" || (outcome`,
  },
  {
    name: "a file is given up without a word",
    file: attaching,
    search: "return repeatFinalWord({ ...job, video: why, isCardInDoubt: job.isCardInDoubt || !isClear }, state, now);",
    replacement: "return afterFinalWord({ ...job, video: why }, state, now);",
    tryFirst: "plays in its card on Discord; too large at attach #1",
  },
  {
    name: "the file goes before the final word",
    file: "src/core/job/settle.ts",
    search: `      status: "announcing",
      outcome,
      settledAt: now,`,
    replacement: `      status: job.video === "due" && outcome.kind === "succeeded" ? "attaching" : "announcing",
      triedAt: null, since: now,
      outcome,
      settledAt: now,`,
  },
];
