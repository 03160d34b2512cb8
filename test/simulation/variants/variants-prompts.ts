import type { Variant } from "./variants.ts";

const judge = "src/commands/video/judge.ts";
const styles = "src/commands/saved-styles.ts";

/** Mistakes with what a prompt may be, and with styles. */
export const PROMPTS: readonly Variant[] = [
  {
    name: "a way to a video goes around the rules",
    file: "src/commands/video/start-video.ts",
    search: "if (!judged.ok) return judged.refusal;",
    replacement: "if (!judged.ok) Object.assign(judged, { ok: true, value: consent });",
  },
  {
    name: "a denied prompt is said again",
    file: "src/commands/video/make-video.ts",
    search: `if (from === "command") return { kind: "private", message };`,
    replacement: `if (from === "command") return { kind: "private", message: { ...message, quote: draft.prompt } };`,
  },
  {
    name: "a style is not shown",
    file: "src/messages/card/card.ts",
    search: "const { prompt } = job.request;",
    replacement: "const prompt = job.request.style?.typed ?? job.request.prompt;",
    tryFirst: 16,
  },
  {
    name: "a team's style is changed by a member",
    file: styles,
    search: `return managed.ok ? ok(managed.value.team) : managed;`,
    replacement: `return ok(managed.ok ? managed.value.team : { platform: "discord", teamId: visit.command.workspace ?? "" });`,
  },
  {
    name: "what was typed is judged, and not what is sent",
    file: judge,
    search: "each.map(({ prompt }) => prompt)",
    replacement: "each.map(({ prompt, style }) => style?.typed ?? prompt)",
    tryFirst: 6,
  },
  {
    name: "only the first of several prompts is judged",
    file: judge,
    search: "each.map(({ prompt }) => prompt)",
    replacement: "[each[0].prompt]",
    tryFirst: 9,
  },
  {
    name: "a pause does not hold for who pays with a key of their own",
    file: judge,
    search: "if (house) return denied(deps, { kind: house });",
    replacement: `if (house && each.length > 1) return denied(deps, { kind: house });`,
  },
  {
    name: "a thread is taken for age-restricted where Discord does not say",
    file: judge,
    search: `if (!said.ok || said.value === null) return "age_unknown";`,
    replacement: "if (!said.ok || said.value === null) return null;",
  },
  {
    name: "the place is judged when it is asked about, and not when it starts",
    file: judge,
    search: "!isAgeRestrictedOnly ||",
    replacement: `!isAgeRestrictedOnly || command.act.kind === "press" ||`,
  },
  {
    name: "a service that does not answer has allowed it",
    file: "src/policy/policy.ts",
    search: "return verdicts.find((verdict) => verdict !== null) ?? null;",
    replacement: "return null;",
    tryFirst: 2,
  },
];
