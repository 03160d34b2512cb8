import type { Variant } from "../variants/variants.ts";

const attach = "src/jobs/deliver/attach.ts";
const takeFrame = "src/jobs/start/take-frame.ts";

/** Mistakes with the films of a batch, and with those that go on from one another. */
export const FILMS_OF_BATCHES: readonly Variant[] = [
  {
    name: "a part is given up while the one before it is still made",
    file: "src/core/batch/chain.ts",
    search: "  if (outcomeOf(earlier) === null) return null;\n",
    replacement: "",
  },
  {
    name: "every frame of a chain stands as that of its first part",
    file: takeFrame,
    search: "nth: job.partOf?.nth, signal }",
    replacement: "nth: job.partOf && 1, signal }",
  },
  {
    name: "every part of a chain goes on from the first",
    file: "src/jobs/film-of.ts",
    search: "filmIn(card.reply, job.partOf?.nth)",
    replacement: "filmIn(card.reply, job.partOf && 1)",
  },
  {
    name: "the parts of a chain keep their frames under their batch",
    file: takeFrame,
    search: "await deps.frames.keep(job.id, frame)",
    replacement: "await deps.frames.keep(job.partOf?.job ?? job.id, frame)",
    tryFirst: 11,
  },
  {
    name: "a batch's card forgets the films that were put into it",
    file: attach,
    search: "  if (batch) await noteInBatch(deps, batch, put);\n",
    replacement: "",
  },
  {
    name: "a film that may be in the thread is put there once more",
    file: "src/core/job/advance-attaching.ts",
    search: "const triedAt = event.isClear ? null : state.triedAt;",
    replacement: "const triedAt = null;",
  },
  {
    name: "a film that may still land is put once more before it has",
    file: "src/core/job/advance-attaching.ts",
    search: "event.isClear ? 0 : LATE_EDIT_MS",
    replacement: "0",
    tryFirst: 505,
  },
];
