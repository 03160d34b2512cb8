import { ok, refuse, unreachable } from "../../core/result.ts";
import type { DoctorDeps, Verdict } from "./check.ts";

/** As a dependency, since npm leaves out what is one of development only; in the version that was tried. */
const INSTALL = "npm install --save-prod @napi-rs/webcodecs@1.3.1";

/** Whether finished videos can be continued: the package that decodes them is an optional one. */
export async function lookAtFilms({ config, seeDecoder }: DoctorDeps): Promise<Verdict> {
  const seen = await seeDecoder();
  switch (seen.kind) {
    case "absent":
      return ok(`their decoder is not installed, so there is no Continue; to have it, run: ${INSTALL}`);
    case "broken":
      return refuse(`Their decoder does not work here, so there is no Continue (${seen.detail}). Run: ${INSTALL}`);
    case "ready": {
      const isShut = config.slack !== null && config.PUBLIC_URL === undefined;
      return ok(isShut ? "they can be continued, but on Slack not without PUBLIC_URL" : "they can be continued");
    }
    default:
      return unreachable(seen);
  }
}
