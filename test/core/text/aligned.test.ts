import { expect, test } from "vitest";
import { aligned } from "../../../src/core/text/text-layout.ts";

test("a table's columns begin under each other, however wide a letter is", () => {
  const rows = [
    ["", "10秒", "15 s"],
    ["480p", "95", "143"],
    ["720p", "205", "308"],
  ];
  expect(aligned(rows)).toEqual(["       10秒   15 s", "480p   95     143", "720p   205    308"]);
});
