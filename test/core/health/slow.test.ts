import { expect, test } from "vitest";
import { aService, failed, good, late, MINUTE } from "./signs.ts";

const long = (minutes: number) => good({ isLate: true, tookMs: minutes * MINUTE });

test("a kind is slow once three of its last five good ends were late, and says what a video takes now", () => {
  const service = aService();
  service.hears(good(), good(), long(8), long(9), failed("ben"));
  expect(service.is().grade).toBe("clear");
  service.hears(long(10));
  expect(service.is()).toMatchObject({ grade: "slow", takesMs: 8 * MINUTE });
  expect(service.is("720p-10").grade).toBe("unknown");
});

test("four ends are too few for it", () => {
  const service = aService();
  service.hears(long(8), long(9), long(9), long(9));
  expect(service.is().grade).toBe("clear");
});

test("a kind is slow while most of what runs is late", () => {
  const service = aService();
  service.hears(late(7 * MINUTE));
  expect(service.is()).toMatchObject({ grade: "slow", takesMs: 7 * MINUTE });
});

test("slow is left after five good ends in time", () => {
  const service = aService();
  service.hears(late(7 * MINUTE), good(), good(), long(8), good(), good(), good(), good());
  expect(service.is().grade).toBe("slow");
  service.hears(good());
  expect(service.is()).toMatchObject({ grade: "clear", takesMs: null });
});

test("slow is left 15 minutes after its last sign", () => {
  const service = aService();
  service.hears(late(7 * MINUTE));
  service.waits(15 * MINUTE);
  expect(service.is().grade).toBe("unknown");
});

test("failing is worse than slow, and comes first", () => {
  const service = aService();
  service.hears(late(7 * MINUTE), failed("ada"), failed("ben"), failed("ada"));
  expect(service.is().grade).toBe("failing");
});
