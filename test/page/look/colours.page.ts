import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { half } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";
import { faintTexts } from "./contrast.ts";

interface Drawn {
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(of: Drawn): { readonly backgroundColor: string } };
  };
}

const ground = (node: Locator): Promise<string> =>
  node.evaluate((it: Drawn) => it.ownerDocument.defaultView.getComputedStyle(it).backgroundColor);

const BLURPLE = "rgb(88, 101, 242)";
const AUBERGINE = { light: "rgb(74, 21, 75)", dark: "rgb(53, 13, 54)" };

describe("each platform", () => {
  test.for(["light", "dark"] as const)(
    "is known by its own colours, and has buttons that can be read under the pointer, %s",
    async (theme) => {
      const { page } = await visit({ theme });
      const [discord, slack] = [half(page, "Discord"), half(page, "Slack")];
      expect(await ground(discord.getByRole("heading", { name: "Discord" }))).toBe(BLURPLE);
      expect(await ground(discord.getByRole("button", { name: /^Try / }))).toBe(BLURPLE);
      expect(await ground(slack.locator("header.bar"))).toBe(AUBERGINE[theme]);
      const grey = await ground(discord.locator(".composer .box"));
      expect(grey).toBe(theme === "light" ? "rgb(235, 237, 239)" : "rgb(56, 58, 64)");

      const buttons = [
        page.getByRole("button", { name: "Show me" }),
        page.getByRole("button", { name: "Show a sequel" }),
        discord.getByRole("button", { name: /^Try / }),
        slack.getByRole("button", { name: /^Try / }),
      ];
      for (const button of buttons) {
        await button.first().hover();
        expect(await faintTexts(page)).toEqual([]);
      }
    },
  );
});
