import { describe, expect, test } from "vitest";
import { surelyOver } from "../../../src/core/health/kind-seen.ts";
import type { Sign } from "../../../src/core/health/sign.ts";
import { aService, failed, good, MINUTE } from "./signs.ts";

function having(...signs: readonly Sign[]) {
  const service = aService();
  service.hears(...signs);
  return service;
}

const times = (count: number, sign: () => Sign) => Array.from({ length: count }, sign);

test.for([
  [3, 3, 0.438],
  [3, 4, 0.301],
  [3, 5, 0.231],
  [10, 20, 0.299],
  [9, 20, 0.258],
  [8, 20, 0.219],
] as const)("%i failures of %i surely come from a share over %f", ([failures, ends, share]) => {
  expect(surelyOver(failures, ends)).toBeCloseTo(share, 3);
});

describe("a kind of video that fails", () => {
  const rows: readonly { readonly title: string; readonly signs: readonly Sign[]; readonly isFailing: boolean }[] = [
    { title: "two failures", signs: [failed("ada"), failed("ben")], isFailing: false },
    { title: "three of two people", signs: [failed("ada"), failed("ada"), failed("ben")], isFailing: true },
    { title: "three of five", signs: [good(), good(), failed("ada"), failed("ben"), failed("cleo")], isFailing: false },
    {
      title: "one person's alone, where another's ended well",
      signs: [good({ person: "ben" }), failed(), failed(), failed(), failed(), failed()],
      isFailing: false,
    },
    { title: "three prompts of the only person there is", signs: [failed(), failed(), failed()], isFailing: true },
    {
      title: "one prompt of the only person, three times",
      signs: times(3, () => failed("ada", { prompt: "fox" })),
      isFailing: false,
    },
    {
      title: "eight of twenty",
      signs: [...times(12, good), ...times(4, () => failed("ada")), ...times(4, () => failed("ben"))],
      isFailing: false,
    },
    {
      title: "nine of twenty",
      signs: [...times(11, good), ...times(5, () => failed("ada")), ...times(4, () => failed("ben"))],
      isFailing: true,
    },
  ];
  test.for(rows)("$title: $isFailing", ({ signs, isFailing }) => {
    expect(having(...signs).is().grade === "failing").toBe(isFailing);
  });

  test("is told with its numbers, and other kinds are not meant", () => {
    const service = having(good(), failed("ada"), failed("ben"), failed("cleo"));
    expect(service.is()).toMatchObject({ grade: "failing", failed: 3, ends: 4, since: service.now() });
    expect(service.is("720p-10")).toMatchObject({ grade: "unknown", failed: 0, ends: 0 });
  });

  test("failures that are half an hour old count no more", () => {
    const service = having(failed("ada"), failed("ben"));
    service.waits(30 * MINUTE);
    service.hears(failed("cleo"));
    expect(service.is()).toMatchObject({ grade: "unknown", ends: 1 });
  });
});

describe("failing is left", () => {
  const failing = () => having(failed("ada"), failed("ben"), failed("cleo"));

  test("after five in a row that ended well, and its failures count no more", () => {
    const service = failing();
    service.hears(...times(4, good), failed("ada"), ...times(4, good));
    expect(service.is().grade).toBe("failing");
    service.hears(good());
    expect(service.is()).toMatchObject({ grade: "clear", failed: 0, ends: 5, since: service.now() });
    service.hears(failed("ada"));
    expect(service.is().grade).toBe("clear");
  });

  test("15 minutes after the last failure", () => {
    const service = failing();
    service.hears(good());
    service.waits(15 * MINUTE - 1_000);
    expect(service.is()).toMatchObject({ grade: "unknown", failed: 0, ends: 1 });
  });
});

describe("a service of which too little is seen", () => {
  test("is unknown until three videos of the kind ended", () => {
    const service = having(good(), good());
    expect(service.is().grade).toBe("unknown");
    service.hears(good());
    expect(service.is().grade).toBe("clear");
  });

  test("is unknown again 15 minutes after the last end", () => {
    const service = having(good(), good(), good());
    service.waits(15 * MINUTE - 1);
    expect(service.is().grade).toBe("clear");
    service.waits(1);
    expect(service.is().grade).toBe("unknown");
  });
});
