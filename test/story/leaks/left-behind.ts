import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "../../../sandbox/src/sandbox.ts";
import { leaksIn, type Place } from "./canary.ts";

/** Acts of people: a key typed into its form may stand there. */
const FROM_PEOPLE: ReadonlySet<string> = new Set(["command", "press", "submit_form", "shortcut", "event"]);

/** Returns where a secret of the sandbox, or one of `more`, stands in what the bot sent, wrote and printed. */
export async function leaksOf(
  { journal, slack, video }: Sandbox,
  dir: string,
  { texts, more }: { readonly texts: Readonly<Record<string, string>>; readonly more: Iterable<string> },
): Promise<string[]> {
  const messages = JSON.stringify(journal.since(0).filter(({ kind }) => !FROM_PEOPLE.has(kind)));
  const namedTexts = Object.entries({ messages, ...texts }).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  const secrets = new Set([video.key, slack.clientSecret, ...slack.tokens(), ...more]);
  return leaksIn([...namedTexts, ...(await filesIn(dir))], [...secrets]);
}

/** The tokens and secrets that stand in a bot's environment. */
export function secretsIn(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (/^\w+_(TOKEN|SECRET)$/.test(name) && value ? [value] : []));
}

/** Every file of the folder, and of those in it, but the 8 MB that only keep room. */
export async function filesIn(dir: string): Promise<readonly Place[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== "reelay.spare");
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({ name, bytes: await readFile(join(parentPath, name)) })),
  );
}
