import { describe, expect, test } from "vitest";
import type { Sign } from "../../../src/core/health/sign.ts";
import { aService, away, failed, good, MINUTE, taken, unavailable } from "./signs.ts";

function having(...signs: readonly Sign[]) {
  const service = aService();
  service.hears(...signs);
  return service;
}

describe("a service that is down", () => {
  const rows: readonly { readonly title: string; readonly signs: readonly Sign[]; readonly isDown: boolean }[] = [
    { title: "two unavailable calls", signs: [unavailable("ada"), unavailable("ben")], isDown: false },
    {
      title: "three unavailable calls of two payers",
      signs: [unavailable("ada"), unavailable("ada"), unavailable("ben")],
      isDown: true,
    },
    {
      title: "three with one that was taken among them",
      signs: [unavailable("ada"), unavailable("ben"), taken("cleo"), unavailable("ben")],
      isDown: false,
    },
    {
      title: "three prompts of the only payer there is",
      signs: [taken("ada"), unavailable("ada"), unavailable("ada"), unavailable("ada")],
      isDown: true,
    },
    {
      title: "one prompt of the only payer, sent three times",
      signs: [unavailable("ada", "fox"), unavailable("ada", "fox"), unavailable("ada", "fox")],
      isDown: false,
    },
    {
      title: "one payer's calls alone, where another's were taken of late",
      signs: [taken("ben"), unavailable("ada"), unavailable("ada"), unavailable("ada"), unavailable("ada")],
      isDown: false,
    },
    { title: "polls that are kept away", signs: [away], isDown: true },
    { title: "videos that fail", signs: [failed("ada"), failed("ben"), failed("cleo")], isDown: false },
  ];
  test.for(rows)("$title: $isDown", ({ signs, isDown }) => {
    expect(having(...signs).is().grade === "down").toBe(isDown);
  });

  test("is down for every kind of video, from the call that told it", () => {
    const service = having(unavailable("ada"), unavailable("ben"), unavailable("ada"));
    expect(service.is("720p-15")).toMatchObject({ grade: "down", since: service.now() });
    service.hears(unavailable("ben"));
    expect(service.is()).toMatchObject({ grade: "down", since: service.now() - 1_000 });
  });

  test("calls that are half an hour apart are no row", () => {
    const service = having(unavailable("ada"), unavailable("ben"));
    service.waits(30 * MINUTE);
    service.hears(unavailable("cleo"));
    expect(service.is().grade).toBe("unknown");
  });
});

describe("down is left", () => {
  const down = () => having(unavailable("ada"), unavailable("ben"), unavailable("cleo"));
  const soon = (): Sign => good({ tookMs: 500 });

  test("after five videos that ended well, and not after four", () => {
    const service = down();
    service.hears(soon(), soon(), soon(), soon());
    expect(service.is().grade).toBe("down");
    service.hears(soon());
    expect(service.is().grade).toBe("clear");
  });

  test("and one unavailable call more is no row", () => {
    const service = down();
    service.hears(soon(), soon(), soon(), soon(), soon(), unavailable("ada"));
    expect(service.is().grade).toBe("clear");
  });

  test("not by videos that had begun before a call was unavailable: they say nothing of paid calls", () => {
    const service = down();
    service.hears(good(), good(), good(), good(), good(), good());
    expect(service.is().grade).toBe("down");
  });

  test("by any videos where only polls were kept away", () => {
    const service = having(away);
    service.hears(good(), good(), good(), good(), good());
    expect(service.is().grade).toBe("clear");
  });

  test("15 minutes after the last sign of it", () => {
    const service = down();
    service.waits(10 * MINUTE);
    service.hears(unavailable("ada"));
    service.waits(15 * MINUTE - 1);
    expect(service.is().grade).toBe("down");
    service.waits(1);
    const leftAt = service.now();
    service.waits(1_000);
    expect(service.is()).toMatchObject({ grade: "unknown", since: leftAt });
    service.hears(unavailable("ada"), unavailable("ben"));
    expect(service.is().grade).toBe("unknown");
  });

  test("at once where the clock was set back, which makes nonsense of all times", () => {
    const service = down();
    service.waits(-10 * MINUTE);
    expect(service.is().grade).toBe("unknown");
    service.hears(taken());
    expect(service.is().grade).toBe("unknown");
  });
});
