import type { Variant } from "./variants.ts";

const releases = "src/core/budget/releases.ts";
const wish = "src/jobs/notices/step-wish.ts";

/** Mistakes with what waits until the service is well again. */
export const OUTAGE: readonly Variant[] = [
  {
    name: "what waits begins although the service has trouble",
    file: releases,
    search: "return troubleOf(condition) === null && (",
    replacement: "return condition !== null && (",
  },
  {
    name: "any end lets the next one begin",
    file: "src/jobs/apply.ts",
    search: `if (outcome.kind === "succeeded") releases?.endedWell();`,
    replacement: "releases?.endedWell();",
  },
  {
    name: "two are released at once, for neither side looks at who is on their way",
    file: "src/jobs/start/releases.ts",
    search: "look: async ({ id }) => ({ isNext: (await next()) === id, noneReleasedSince: wellAt }),",
    replacement:
      "look: async ({ request }) => ({ isNext: health.of(kindOf(request)).grade !== 'down' && health.of(kindOf(request)).grade !== 'failing', noneReleasedSince: clock.now() + 1 }),",
  },
  {
    name: "a video waits for two hours",
    file: "src/core/job/approval.ts",
    search: "export const SERVICE_MS = 3_600_000;",
    replacement: "export const SERVICE_MS = 7_200_000;",
    tryFirst: 47,
  },
  {
    name: "who wished it is told although the service has trouble",
    file: wish,
    search: "if (troubleOf(health.of(about.task)))",
    replacement: "if (troubleOf(health.of(about.task)) && now < 0)",
  },
  {
    name: "a message that may have arrived is sent again",
    file: wish,
    search: `const isHarmless = reply.platform === "discord" && now - begunAt < NONCE_MS;`,
    replacement: "const isHarmless = now >= begunAt;",
  },
  {
    name: "each try is another message to Discord",
    file: wish,
    search: 'const posted = await chat.post(reply, message, { to: "direct", nonce: nonceOf(notice) });',
    replacement:
      'const posted = await chat.post(reply, message, { to: "direct", nonce: nonceOf({ ...notice, createdAt: clock.now() }) });',
  },
];
