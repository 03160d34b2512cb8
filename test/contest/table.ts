import { brokenClaims, type Claim } from "../claims/claims.ts";
import type { Outcome } from "./life.ts";

/** One fault with the outcomes of all contestants, in their order. */
export interface Row {
  readonly mishap: string;
  readonly outcomes: readonly Outcome[];
}

const HEAD = `# The contest

Made by \`npm run contest -- --write\`. Each cell is one video (480p, 10 seconds, 95 credits) on Discord, requested once, with the fault
of its row happening once. It shows charged paid calls / final messages / notifications, and whether the video was delivered. *Misled* means that
a person reads that nothing was charged although something was. A ✓ means at most one charge, exactly one final message, at most one
notification, and nobody misled. A kill after an answer races the bot: how much the bot had saved by then differs from run to run.

`;

/** The sums over all faults, in the order of the table. */
const SUMS: readonly (readonly [string, (outcome: Outcome) => number])[] = [
  ["paid calls that were charged", ({ charges }) => charges],
  ["videos charged twice or more", breaks("charged more than once")],
  ["videos delivered", ({ hasVideo }) => Number(hasVideo)],
  ["videos without a final message", breaks("no final message")],
  ["videos with two final messages", breaks("more than one final message")],
  ["videos with two notifications", breaks("more than one notification")],
  ["videos whose person was misled about a charge", breaks("“nothing was charged” despite a charge")],
];

function breaks(claim: Claim): (outcome: Outcome) => number {
  return (outcome) => Number(claimsBrokenBy(outcome).includes(claim));
}

/** The price of a video of the contest, in credits. */
const PRICE = 95;

/** The claims that an outcome breaks. A cell does not show whether a notification was required, nor any other cards. */
export function claimsBrokenBy({ charges, finals, notifications, isMisled }: Outcome): readonly Claim[] {
  const facts = {
    service: { tasks: charges, charged: PRICE * charges, refunded: 0 },
    isBatch: false,
    statements: isMisled ? (["nothing charged"] as const) : [],
    finalMessages: finals,
    unfinishedCards: 0,
    notifications,
    stored: null,
  };
  return brokenClaims(facts, ["no notification"]);
}

/** The whole table, with one row per fault. */
export function tableOf(names: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(({ mishap, outcomes }) => line([mishap, ...outcomes.map(cellOf)]));
  return HEAD + headOf("fault", names) + lines.join("");
}

/** The sums over the rows, in the form of the table in docs/comparison.md. */
export function sumsOf(names: readonly string[], rows: readonly Row[]): string {
  const columns = names.map((_, at) => rows.flatMap(({ outcomes }) => outcomes[at] ?? []));
  const lines = SUMS.map(([what, count]) =>
    line([what, ...columns.map((column) => String(column.reduce((sum, outcome) => sum + count(outcome), 0)))]),
  );
  return headOf(`${rows.length} faults`, names) + lines.join("");
}

/** The table of sums in a page, from its head to its last row. */
export function sumsIn(page: string): string {
  return /^\| \d+ faults \|.*\n(?:\|.*\n)+/m.exec(page)?.[0] ?? "";
}

export function rowsOf(table: string): readonly Row[] {
  return table
    .split("\n")
    .filter((each) => each.startsWith("| ") && / \d+ \/ \d+ \/ \d+/.test(each))
    .map((each) => {
      const [mishap = "", ...cells] = each.slice(2, -2).split(" | ");
      return { mishap, outcomes: cells.map(outcomeOf) };
    });
}

function cellOf(outcome: Outcome): string {
  const { charges, finals, notifications, hasVideo, isMisled } = outcome;
  const isWell = claimsBrokenBy(outcome).length === 0;
  const words = [hasVideo ? "video" : "no video", ...(isMisled ? ["*misled*"] : []), ...(isWell ? ["✓"] : [])];
  return `${charges} / ${finals} / ${notifications}, ${words.join(", ")}`;
}

function outcomeOf(cell: string): Outcome {
  const [charges = 0, finals = 0, notifications = 0] = (cell.match(/\d+/g) ?? []).map(Number);
  return { charges, finals, notifications, hasVideo: !cell.includes("no video"), isMisled: cell.includes("misled") };
}

function headOf(first: string, names: readonly string[]): string {
  return `${line([first, ...names])}|${"---|".repeat(names.length + 1)}\n`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}
