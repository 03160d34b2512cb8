import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { liveBoard, plainBoard } from "../../../src/cli/demo/board.ts";

/** Up, to a column or a colour, clear what follows, the next line, text. */
const COMMANDS = new RegExp(
  String.raw`\e\[(\d+)A|(\e\[\d+[Gm])|(\e\[0J)|(\n)|([^\e\n]+)`.replaceAll("\\e", "\u001b"),
  "g",
);

/** What stands on a terminal after that was written to it. */
function shown(written: string): readonly string[] {
  const rows = [""];
  let row = 0;
  for (const [, up, rest, clear, end, text = ""] of written.matchAll(COMMANDS)) {
    if (up) row -= Number(up);
    else if (clear) rows.splice(row, rows.length, "");
    else if (end) row += 1;
    else if (!rest) rows[row] = (rows[row] ?? "") + text;
    rows[row] ??= "";
  }
  return rows.slice(0, -1);
}

function aScreen(columns: number | undefined, colours = false) {
  const stream = new PassThrough();
  let written = "";
  stream.on("data", (part) => {
    written += String(part);
  });
  const screen = Object.assign(stream, { ...(columns && { columns }), hasColors: () => colours });
  return { screen, written: () => written };
}

test("on a terminal each bar is drawn anew in its place, below the lines that stay", () => {
  const { screen, written } = aScreen(80);
  const board = liveBoard(screen);
  board.line("typed");
  board.bar?.("a", "10 %");
  board.bar?.("b", "20 %");
  board.bar?.("a", "30 %");
  expect(shown(written())).toEqual(["typed", "30 %", "20 %"]);
  board.line("pressed");
  expect(shown(written())).toEqual(["typed", "pressed", "30 %", "20 %"]);
  board.bar?.("a", null);
  board.line("ready");
  board.bar?.("b", null);
  expect(shown(written())).toEqual(["typed", "pressed", "ready"]);
});

test("a bar that says the same is not drawn again", () => {
  const { screen, written } = aScreen(80);
  const board = liveBoard(screen);
  board.bar?.("a", "10 %");
  const before = written();
  board.bar?.("a", "10 %");
  board.bar?.("b", null);
  expect(written()).toBe(before);
});

test.for([
  [12, false, "▰▰▰▱▱ 60 % "],
  [undefined, false, "▰▰▰▱▱ 60 % done"],
  [12, true, "\u001b[32m▰▰▰▱▱ 60 % \u001b[39m"],
] as const)("with %s columns, colours: %s, a bar is %j", ([columns, colours, bar]) => {
  const { screen, written } = aScreen(columns, colours);
  liveBoard(screen).bar?.("a", "▰▰▰▱▱ 60 % done");
  expect(written()).toBe(`${bar}\n`);
});

test("elsewhere there are lines alone", () => {
  const { screen, written } = aScreen(undefined);
  const board = plainBoard(screen);
  board.line("typed");
  expect(board.bar).toBeUndefined();
  expect(written()).toBe("typed\n");
});
