import type { Claim, Trial } from "./claims.ts";

/** What happened to a command that broke a claim, in the order in which it was seen, to find out why. */
export function tellStory(trial: Trial, broken: readonly Claim[]): string {
  const { platform, prompt, typedAt, answer, isStored, tasks } = trial;
  const said = trial.shown.flatMap(({ messageId, texts }) =>
    texts.map(({ at, text }) => ({ at, line: `${messageId} ${text.replaceAll("\n", " | ")}` })),
  );
  const kills = trial.killsAt.map((at) => ({ at, line: "kill -9" }));
  const first = typedAt - 2_000;
  const last = Math.max(typedAt, ...said.map(({ at }) => at)) + 2_000;
  const lines = [...said, ...kills]
    .filter(({ at }) => at > first && at < last)
    .sort((one, other) => one.at - other.at)
    .map(({ at, line }) => `${String(at - typedAt).padStart(8)} ms  ${line}`);
  return [
    "",
    `BROKEN on ${platform}, ${prompt}: ${broken.join(", ")}`,
    `  the platform: ${answer ?? "nothing"}; stored: ${isStored}; tasks: ${tasks.map(({ status }) => status).join(", ") || "none"}`,
    ...trial.shown.map(({ messageId, pings, isGone }) => `  ${messageId}: ${pings} pings${isGone ? ", gone" : ""}`),
    ...lines,
    "",
    "",
  ].join("\n");
}
