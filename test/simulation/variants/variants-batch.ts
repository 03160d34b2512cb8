import type { Variant } from "./variants.ts";

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
    file: "src/engines/job-store.ts",
    search: `        if (value !== "inserted") return { value };
        return { value, ...together({ puts, deletes: [] }, beginning([job, ...parts], facts)) };`,
    replacement: `        if (value !== "inserted" && (parts.length === 0 || value === "full" || value === "exists")) return { value };
        const spending = () => spendingOf(job, facts);
        const fits = (nth) => judgeInsert(job, { parts: parts.slice(0, nth + 1) }, { queue: [], spending }) === "inserted";
        const all = [job, ...parts.filter((_, nth) => fits(nth))];
        return { value: "inserted", ...together({ puts: all.map(jobPut), deletes: [] }, beginning(all, facts)) };`,
  },
  {
    name: "each video of a batch is judged alone under what needs no approval",
    file: "src/core/job/admission.ts",
    search: `return refusalOf(spending(), asOne(job, parts)) ?? "inserted";`,
    replacement: `return refusalOf(spending(), parts[0] ?? job) ?? "inserted";`,
  },
];
