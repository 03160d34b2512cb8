import { expect, test } from "vitest";
import { slackWorld } from "../slack-world.ts";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

test("what is right is taken, and what is wrong is pointed at, in blocks, messages and views", async () => {
  const { web } = await slackWorld();
  const judge = (args: Readonly<Record<string, unknown>>) =>
    web.apiCall("blocks.validate", args).then(
      () => "taken",
      ({ data }: { data: { error: string; errors?: { pointer: string }[] } }) => [
        data.error,
        ...(data.errors ?? []).map(({ pointer }) => pointer),
      ],
    );
  const [right, wrong] = [[section("a boat")], [section("a boat"), section("x".repeat(3_001))]];
  const modal = { type: "modal", title: { type: "plain_text", text: "a boat" } };

  expect(await judge({ blocks: right })).toBe("taken");
  expect(await judge({ message: { blocks: right } })).toBe("taken");
  expect(await judge({ view: { ...modal, blocks: right } })).toBe("taken");
  expect(await judge({ view: { type: "home", blocks: right } })).toBe("taken");
  expect(await judge({ blocks: wrong })).toEqual(["invalid_blocks", "/1/text/text"]);
  expect(await judge({ message: { blocks: wrong } })).toEqual(["invalid_blocks", "/blocks/1/text/text"]);
  expect(await judge({ view: { ...modal, blocks: wrong } })).toEqual(["invalid_blocks", "/blocks/1/text/text"]);
  expect(await judge({ view: { type: "home" } })).toEqual(["invalid_blocks", ""]);
  expect(await judge({ blocks: right, message: { blocks: right } })).toEqual(["invalid_arguments"]);
  expect(await judge({})).toEqual(["invalid_arguments"]);
});
