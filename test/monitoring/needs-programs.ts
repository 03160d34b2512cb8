import { spawnSync } from "node:child_process";

/** Fails `npm run test:monitoring` if these programs are missing, because it would check nothing. */
export default function needsPrograms(): void {
  for (const [program, from] of [
    ["promtool", "prometheus"],
    ["systemd-analyze", "systemd"],
  ] as const)
    if (spawnSync(program, ["--version"]).error)
      throw new Error(`There is no ${program} here. Install one: apt-get install ${from}`);
}
