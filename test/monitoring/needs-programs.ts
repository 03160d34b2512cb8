import { spawnSync } from "node:child_process";

/** Before `npm run test:monitoring`: without these programs nothing of it would be proved. */
export default function needsPrograms(): void {
  for (const [program, from] of [
    ["promtool", "prometheus"],
    ["systemd-analyze", "systemd"],
  ] as const)
    if (spawnSync(program, ["--version"]).error)
      throw new Error(`There is no ${program} here. Install one: apt-get install ${from}`);
}
