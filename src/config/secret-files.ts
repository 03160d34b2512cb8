import { readFileSync, statSync } from "node:fs";
import { ok, type Result, refuse } from "../core/result.ts";

/** Secrets that can be in a file instead, named by the variable with the suffix `_FILE`. */
const SECRETS = [
  "DISCORD_TOKEN",
  "SLACK_BOT_TOKEN",
  "SLACK_APP_TOKEN",
  "SLACK_SIGNING_SECRET",
  "SLACK_CLIENT_SECRET",
  "SLACK_STATE_SECRET",
  "SECRET_KEYS",
  "FILMS_S3_ACCESS_KEY_ID",
  "FILMS_S3_SECRET_ACCESS_KEY",
  "REDIS_URL",
] as const;

export const secretFileNames: readonly string[] = SECRETS.map(fileName);

type Environment = Readonly<Record<string, string | undefined>>;

export function withSecretFiles(environment: Environment): Result<Environment, readonly string[]> {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const { name, path } of secretFilesOf(environment)) {
    const secret = textOf(path);
    if (environment[name]?.trim()) problems.push(`${name} and ${fileName(name)} are both set. Remove one of them.`);
    else if (secret) secrets[name] = secret;
    else
      problems.push(
        `${fileName(name)} names ${path}, which ${secret === null ? "cannot be read" : "is empty"}. Check the path, its permissions and its content.`,
      );
  }
  return problems.length > 0 ? refuse(problems) : ok({ ...environment, ...secrets });
}

export function secretFilesOf(environment: Environment) {
  return SECRETS.flatMap((name) => {
    const path = environment[fileName(name)]?.trim();
    return path ? [{ name, path }] : [];
  });
}

export function openSecretFiles(environment: Environment): readonly string[] {
  return secretFilesOf(environment)
    .filter(({ path }) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0)
    .map(
      ({ name, path }) => `${fileName(name)} names ${path}, which every user of this machine can read: chmod 600 it.`,
    );
}

function fileName(name: string): string {
  return `${name}_FILE`;
}

/** Removes the final line break that editors add. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch {
    return null;
  }
}
