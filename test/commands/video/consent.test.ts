import { describe, expect, expectTypeOf, test } from "vitest";
import { type Consent, consentTo, consentToConfirmed } from "../../../src/commands/video/consent.ts";
import type { Visit } from "../../../src/commands/visit.ts";
import type { UnconfirmedRequest } from "../../../src/core/request/kept-request.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { aClosedJob, aJobId, aRequest } from "../../fakes/jobs.ts";
import { keyedWorld, press } from "../command-world.ts";

test("the button “Again” starts no video if the person's settings cannot be read", async () => {
  const away = () => Promise.reject(new Error("away"));
  const world = await keyedWorld({ settings: { get: away, put: away } }, aClosedJob());
  expect(await world.reads(press("again", aJobId()))).toContain("Reelay cannot save this now. Nothing was charged.");
  expect(world.orders).toEqual([]);
});

test("starting a video requires a value of the type Consent, which only consent.ts can create", () => {
  const request = aRequest();
  const forged = { each: [request], pay: "mine" } as const;
  expectTypeOf(forged).not.toExtend<Consent>();
  expect(
    consentTo({ request, suspected: [], flagsAsText: null }, noSettings, { pay: "mine", trouble: null }),
  ).toMatchObject({
    ok: true,
    value: forged,
  });
  expectTypeOf<Parameters<Visit["startVideo"]>[1]>().toHaveProperty("consent").toEqualTypeOf<Consent>();
  expectTypeOf<Parameters<Visit["startVideo"]>[1]>().not.toHaveProperty("request");
});

test("a command can start a video only with the function startVideo", () => {
  expectTypeOf<Visit["deps"]>().not.toHaveProperty("accept");
});

const plain = { request: aRequest(), suspected: [], flagsAsText: null };
const suspected = [{ typed: "--ratio 9:16", isUsable: true }];
const own = { pay: "mine", trouble: null } as const;
const trouble = { kind: "failing", failed: 9, ends: 10 } as const;

test.for([
  ["is started", "its price is at most the person's limit", plain, 95, own, null],
  [
    "needs a confirmation",
    "it costs more than the person's limit",
    plain,
    94,
    own,
    { above: 94, suspected: [], flagsAsText: null, trouble: null },
  ],
  ["needs a confirmation", "the prompt may contain flags", { ...plain, suspected }, 0, own, { above: null, suspected }],
  [
    "needs a confirmation",
    "many recent videos failed at the service",
    plain,
    0,
    { pay: "mine", trouble },
    { above: null, trouble },
  ],
  ["is started", "the person has seen the price", plain, 0, { ...own, named: 95 }, null],
  [
    "needs a confirmation",
    "the person has seen a different price",
    plain,
    0,
    { ...own, named: 143 },
    { above: null, changedFrom: 143 },
  ],
] as const)("a request %s if %s", ([, , planned, confirmAbove, now, question]) => {
  const answer = consentTo(planned, { ...noSettings, confirmAbove }, now);
  if (question) expect(answer).toMatchObject({ ok: false, refusal: question });
  else expect(answer).toMatchObject({ ok: true, value: { each: [planned.request], pay: "mine" } });
});

test("a confirmation question mentions no price change if the person has seen no price before", () => {
  const answer = consentTo(plain, { ...noSettings, confirmAbove: 94 }, own);
  expect(answer.ok ? [] : Object.keys(answer.refusal)).toEqual(["above", "suspected", "flagsAsText", "trouble"]);
});

describe("pressing a button below a confirmation question", () => {
  const typed = aRequest({ prompt: "as typed" });
  const other = aRequest({ prompt: "another" });
  const start = { kind: "start_kept", jobId: aJobId() } as const;
  const asked: UnconfirmedRequest = {
    each: [aRequest()],
    flagsAsText: [typed],
    isSilent: false,
    isPrivate: false,
    pay: "team",
  };

  test("that starts the request as shown consents to the request and the payer in the question", () => {
    expect(consentToConfirmed(asked, start)).toMatchObject({ each: [aRequest()], pay: "team" });
    const batch = { ...asked, each: [aRequest(), other] as const };
    expect(consentToConfirmed(batch, start)?.each).toEqual([aRequest(), other]);
  });

  test("consents to the prompt as typed only if the question offered this choice", () => {
    const press = { kind: "start_typed", jobId: aJobId() } as const;
    expect(consentToConfirmed(asked, press)?.each).toEqual([typed]);
    const { flagsAsText: _, ...withoutTyped } = asked;
    expect(consentToConfirmed(withoutTyped, press)).toBeNull();
  });

  test("consents to the payer that the button names", () => {
    const press = { kind: "pay_kept", jobId: aJobId(), pay: "mine" } as const;
    expect(consentToConfirmed(asked, press)?.pay).toBe("mine");
  });
});
