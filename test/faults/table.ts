import { type Fault, faults } from "./faults.ts";
import { type Act, type Cell, calls, finalWords, judge, type Lived, life, type Place, type Seen } from "./life.ts";

const PLACES: Readonly<Record<Place, string>> = {
  discord: "on Discord",
  direct: "on Discord by token",
  slack: "on Slack",
};

const HEAD = `# What a fault of the wire does

Made by \`npm run --silent faults\`; \`test/faults/grid.test.ts\` proves that it is what was measured.

Each fault and act is a whole life of one command (480p, 10 seconds, 95 credits) in which one exchange went wrong, once.
The acts are, of a video that goes on from another, to fetch that one's film by its link (film) and to put its last frame into
the card (frame); and the paid call (start), the first poll (look), the edit with the final word (edit) and the notification
(post). Film and frame were lived on Discord. Edit and post were lived on Discord and on Slack, the post also where Discord lets the bot answer by the
interaction's token alone, without a nonce. Where nobody can know whether a post or a frame arrived, it was lived both ways: "done"
did arrive, "lost" did not. The service charges before it misbehaves wherever the request arrived whole and
the answer is no clear no. What went alike shares a row.

| fault | act | charges | final words | notifications | what the person read |
|---|---|---|---|---|---|
`;

/** Writes the results as a Markdown table. Lives of one fault with one result share a row, and so do such faults. */
export function tableOf(lives: readonly Lived[]): string {
  const byFault = [...grouped(lives, ({ cell }) => cell.fault.name)];
  const alike = grouped(
    byFault.map(([fault, itsLives]) => ({ fault, rows: rowsOf(itsLives) })),
    ({ rows }) => rows.join(),
  );
  const written = [...alike.values()].flatMap((group) => {
    const names = group.map(({ fault }) => fault).join("<br>");
    return (group[0]?.rows ?? []).map((row, index) => `| ${index === 0 ? names : ""} | ${row} |\n`);
  });
  return HEAD + written.join("");
}

/** The rows of a written table, by fault. */
export function rowsByFault(table: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  let names: readonly string[] = [];
  for (const line of table
    .slice(HEAD.length)
    .split("\n")
    .filter((each) => each !== "")) {
    const [, first = "", row = ""] = /^\| (.*?) \| (.*) \|$/.exec(line.replace(/^\| {2}\|/, "|   |")) ?? [];
    if (first.trim() !== "") names = first.split("<br>");
    for (const name of names) rows.set(name, `${rows.get(name) ?? ""}${row}\n`);
  }
  return rows;
}

function rowsOf(lives: readonly Lived[]): readonly string[] {
  return [...grouped(lives, whatCame)].map(([came, alike]) => `${actsOf(alike, lives)} | ${came}`);
}

function whatCame(lived: Lived): string {
  const finals = finalWords(lived).map((seen) => [sentence(seen.title), ...seen.lines.filter(isAboutMoney)].join(" "));
  return [lived.charges, finals.join(" + ") || "none", calls(lived).length, readBy(lived)].join(" | ");
}

function isAboutMoney(line: string): boolean {
  return /charged|credits used|were refunded/i.test(line);
}

/** The card's titles one after another, then what came beside it. */
function readBy({ screen }: Lived): string {
  const card = screen.read().filter(({ kind }) => kind === "card");
  const beside = screen.read().filter(({ kind }) => kind !== "card");
  return [card.map(({ title }) => title).join(" → "), ...beside.map(besideWords)].join("; ");
}

function besideWords({ kind, title }: Seen): string {
  return `${kind === "whisper" ? "privately" : "a new message"}: ${title}`;
}

function sentence(title: string): string {
  return /[.…?!]$/.test(title) ? title : `${title}.`;
}

/** The acts of the lives that went alike, as short as they can be told. */
function actsOf(alike: readonly Lived[], all: readonly Lived[]): string {
  return [...grouped(alike, ({ cell }) => cell.act)]
    .map(([act, lives]) => {
      const isWhole = lives.length === all.filter(({ cell }) => cell.act === act).length;
      return isWhole ? act : lives.map(({ cell }) => `${act} ${detailsOf(cell, all)}`).join(", ");
    })
    .join(", ");
}

function detailsOf({ act, place, isCarriedOut }: Cell, all: readonly Lived[]): string {
  const isTwofold = all.filter(({ cell }) => cell.act === act && cell.place === place).length > 1;
  const where = PLACES[place];
  return isTwofold ? `${where} (${isCarriedOut ? "done" : "lost"})` : where;
}

/** As Map.groupBy, which Node 20 does not have. */
function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return groups;
}

const columns: readonly (readonly [Act, Place])[] = [
  ["film", "discord"],
  ["frame", "discord"],
  ["start", "discord"],
  ["look", "discord"],
  ["edit", "discord"],
  ["edit", "slack"],
  ["post", "discord"],
  ["post", "direct"],
  ["post", "slack"],
];

/** Each of the faults at every act; a post whose fate is unclear is lived twice, carried out and not. */
export function cellsOf(some: readonly Fault[]): readonly Cell[] {
  return some.flatMap((fault) =>
    columns.flatMap(([act, place]) =>
      fatesOf(fault, act).map((isCarriedOut): Cell => ({ fault, act, place, isCarriedOut })),
    ),
  );
}

/** Lives every cell of some faults, one after another. */
export async function grid(some: readonly Fault[] = faults): Promise<readonly Lived[]> {
  const lived: Lived[] = [];
  for (const cell of cellsOf(some)) lived.push(await life(cell));
  return lived;
}

/** The claims that did not hold, each with its cell; none where all is well. */
export function brokenIn(lives: readonly Lived[]): readonly string[] {
  return lives.flatMap((lived) => judge(lived).map((claim) => `${nameOf(lived.cell)}: ${claim}`));
}

function nameOf({ fault, act, place, isCarriedOut }: Cell): string {
  return `${fault.name}, ${act}, ${place}${act === "post" || act === "frame" ? (isCarriedOut ? " (done)" : " (lost)") : ""}`;
}

function fatesOf({ strike, start, chat }: Fault, act: Act): readonly boolean[] {
  if (strike.kind !== "answer") return [false];
  switch (act) {
    case "start":
      // The worst case: charged wherever nobody can say that it was not.
      return [start !== "no" && start !== "later"];
    case "look":
    case "film":
      return [false];
    case "edit":
      return [chat === "done"];
    case "frame":
    case "post":
      if (chat === "unclear") return [true, false];
      return [chat === "done" || chat === "misattributed"];
  }
}
