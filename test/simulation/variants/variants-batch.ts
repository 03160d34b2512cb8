import type { Variant } from "./variants.ts";

const jobStore = "src/engines/embedded/job-store.ts";

/** Mistakes with several videos from one request. */
export const BATCH: readonly Variant[] = [
  {
    name: "the sum line adds up what the card shows, not what the videos cost",
    file: "src/messages/card/several.ts",
    search: "sumLine(spentOn(parts), words)",
    replacement: `sumLine({ ...spentOn(parts), charged: parts.filter(hasVideo).reduce((sum, { price }) => sum + price, 0) }, words)`,
  },
  {
    name: "a batch rings twice",
    file: "src/jobs/deliver/outbox.ts",
    search:
      "    const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });",
    replacement: `    if (job.parts) await deps.chatOf(job).notify(job.reply, message, { people, nonce: "another", triedAt, isBroadcast });
    const sent = await deps.chatOf(job).notify(job.reply, message, { people, nonce, triedAt, isBroadcast });`,
  },
  {
    name: "one video of several has a card of its own",
    file: "src/core/job/settle.ts",
    search: "if (job.partOf) return withFile(",
    replacement: "if (job.partOf && job.price < 0) return withFile(",
  },
  {
    name: "what may have been charged is tried again",
    file: "src/core/batch/batch.ts",
    search: `    case "failed":
      return true;`,
    replacement: `    case "failed":
    case "unknown":
      return true;`,
    tryFirst: 43,
  },
  {
    name: "the holds of a batch are taken one by one",
    file: jobStore,
    search: `        const refusal = teams.begin(job, asOne(job, parts));
        if (refusal) return refusal;
        insert.run(job.id, ...columnsOf(job, 1));
        ledger.begin(job);
        for (const part of parts) {
`,
    replacement: `        const refusal = parts.length > 0 ? null : teams.begin(job, job);
        if (refusal) return refusal;
        insert.run(job.id, ...columnsOf(job, 1));
        ledger.begin(job);
        for (const part of parts) {
          if (part.team && teams.judge(part)) continue;
`,
  },
  {
    name: "each video of a batch is judged alone under what needs no approval",
    file: jobStore,
    search: "const refusal = teams.begin(job, asOne(job, parts));",
    replacement: "const refusal = teams.begin(job, parts[0] ?? job);",
  },
];
