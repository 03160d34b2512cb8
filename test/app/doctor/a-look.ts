import type { Sandbox } from "../../../sandbox/src/sandbox.ts";
import { doctor } from "../../../src/app/doctor/examine.ts";
import { machineDisk } from "../../../src/app/doctor/own-checks.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import { machineClock } from "../../../src/core/clock.ts";

/** What the doctor says about one thing, of a bot on that sandbox that has not started yet. */
export async function aLook(
  sandbox: Sandbox,
  about: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...sandbox.env, DATA_DIR: "none", PUBLIC_URL: "", ...changed };
  const { lines } = await doctor(env, {
    clock: machineClock,
    fetchWhole: fetchWhole(machineClock),
    disk: machineDisk,
    envFile: "none",
    lookAtRedis: async () => null,
    findUnreadable: async () => ({ ok: true, value: null }),
    seeDecoder: async () => ({ kind: "ready" }),
  });
  return lines.find((line) => line.includes(`${about}: `)) ?? "";
}
