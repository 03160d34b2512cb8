import { z } from "zod";
import { ok, refuse } from "../../core/result.ts";
import { KEY_TEST_TASK, POLL_PATH } from "../../video-api/client.ts";
import { type Network, unanswered, type Verdict } from "./check.ts";
import { below, reached } from "./reached.ts";

const envelope = z.looseObject({ code: z.number() });

/** A key that nobody has: the service is to say so. */
const NO_KEY = "reelay-doctor-has-no-key";

/** Whether the video service is at that address: it refuses a key that nobody has. Costs nothing. */
export async function lookAtService(baseUrl: string, ways: Network): Promise<Verdict> {
  const asked = await reached(ways, below(baseUrl, POLL_PATH.slice(1)), {
    method: "POST",
    headers: { authorization: `Bearer ${NO_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ taskId: KEY_TEST_TASK }),
  });
  if (!asked.ok)
    return unanswered(`The video service cannot be reached (${asked.refusal}). Check VIDEO_API_URL and the network.`);
  const { status } = asked.value;
  if (status === 401 || status === 403) return ok("it answers, and asks for a key");
  if (status === 429 || status >= 500)
    return unanswered(`The video service has a problem (status ${status}). Try again later.`);
  const isEnvelope = status !== 404 && envelope.safeParse(await asked.value.json().catch(() => null)).success;
  return isEnvelope
    ? ok("it answers")
    : refuse(
        `Something else answers there, not the video service (status ${status}). Set VIDEO_API_URL to its base address.`,
      );
}
