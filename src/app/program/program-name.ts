import { basename, relative } from "node:path";
import { IS_UNDER_NPM } from "../../config.ts";

interface Started {
  readonly main: string;
  readonly folder: string;
  readonly isUnderNpm: boolean;
}

/** How the operator starts another command in the same place. Containers and systemd units do not use npm. */
export function programName({ main, folder, isUnderNpm }: Started): string {
  if (isUnderNpm || basename(main) !== "main.js") return "npx reelay";
  const path = relative(folder, main);
  return `node ${path.startsWith("..") ? main : path}`;
}

export const PROGRAM = programName({
  main: process.argv[1] ?? "",
  folder: process.cwd(),
  isUnderNpm: IS_UNDER_NPM,
});
