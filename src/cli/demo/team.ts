import type { Sandbox } from "reelay-sandbox";
import { priceOf } from "reelay-sandbox";
import type { Telling } from "./board.ts";
import { download, downloaded } from "./download.ts";
import { isTeamLedgerRight, videoIn } from "./expect.ts";
import { type Hands, handsOn } from "./hands.ts";
import { seenBy, watch } from "./watch.ts";

/** Seconds that Cleo asks for: at this length a video costs more than Ben lets pass without a question. */
const SECONDS = 15;
const PRICE = priceOf({ resolution: "480p", duration: SECONDS });
const ASK_ABOVE = priceOf({ resolution: "480p", duration: 10 });
/** Enough for one of Cleo's videos, and not for two. */
const CAP = 250;
const LEFT = CAP - PRICE;

/** A part of the story, told on both platforms at once. */
interface Chapter {
  readonly title: string;
  play(hands: Hands, about: About): Promise<void>;
}

interface About {
  readonly prompt: string;
  readonly key: string;
  /** The address of the finished video before Cleo, once it is there. */
  video(): string | null;
  line(text: string): void;
}

const chapters: readonly Chapter[] = [
  { title: "Ben manages both places. He gives the team a key.", play: giveKey },
  { title: `He sets the rules: ${CAP} credits a month, and a question above ${ASK_ABOVE} credits.`, play: setRules },
  { title: "Cleo has no key of her own. She asks for 15 seconds, and Ben declines.", play: decline },
  { title: "She asks once more, and Ben approves.", play: approve },
  { title: `The team has ${LEFT} credits left this month: the next video is stopped.`, play: meetCap },
  { title: "Ben looks at what it came to.", play: report },
];

/** Ben and Cleo use a team's key on both platforms; false where the ledger is wrong, throws where somebody does not see what they have to. */
export async function playTeam(sandbox: Sandbox, { prompt, board, hasLinks, withinMs }: Telling): Promise<boolean> {
  await sandbox.seeded();
  const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const both = (["discord", "slack"] as const).map((place) => handsOn(sandbox, place, { board, after, withinMs }));
  const stopWatching = watch(sandbox, board, { hasLinks });
  for (const { title, play } of chapters) {
    board.line(`\n${title}`);
    const about = (hands: Hands): About => ({
      prompt,
      key: sandbox.video.key,
      video: () => videoIn(seenBy(sandbox, hands.place, { after, personId: "cleo" })),
      line: (text) => board.line(`        ${hands.place === "discord" ? "Discord" : "Slack  "}  ${text}`),
    });
    await Promise.all(both.map((hands) => play(hands, about(hands))));
  }
  stopWatching();

  const ledger = sandbox.video.ledger();
  const isRight = isTeamLedgerRight(ledger, PRICE);
  board.line(
    `\nthe service charged ${ledger.charged} credits for ${ledger.tasks} videos and refunded ${ledger.refunded}${isRight ? "" : ", which is wrong"}`,
  );
  return isRight;
}

async function giveKey(hands: Hands, { key }: About): Promise<void> {
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
}

async function setRules(hands: Hands): Promise<void> {
  await hands.types("ben", "setup");
  await hands.reads("ben", /Nobody may spend yet/);
  await hands.presses("ben", "Who may spend");
  await hands.fills("ben", "Who may spend", { everyone: "yes" });
  await hands.reads("ben", /May spend: everyone here/);
  await hands.presses("ben", "Rules");
  await hands.fills("ben", "Rules", {
    team_month: String(CAP),
    ask_above: String(ASK_ABOVE),
    approvals: hands.channelId,
  });
  await hands.reads("cleo", /Approvals will arrive here/);
  await hands.finds("ben", `Videos above ${ASK_ABOVE} credits need approval`);
}

async function decline(hands: Hands, { prompt }: About): Promise<void> {
  await hands.asks("cleo", prompt, SECONDS);
  await hands.reads("cleo", /Waiting for approval/, /nothing is charged/);
  await hands.reads("ben", /Approve this video\?/, `${PRICE} credits`);
  await hands.presses("ben", "Decline");
  await hands.fills("ben", "Decline this video?", { note: "Show more of the street, please" });
  await hands.finds("ben", /will see it on the video's card/);
  await hands.reads("cleo", /Declined by/, /Show more of the street/, /Nothing was charged/);
}

async function approve(hands: Hands, about: About): Promise<void> {
  await hands.asks("cleo", `${about.prompt}, in a wide street`, SECONDS);
  await hands.presses("ben", `Approve ${PRICE} credits`);
  await hands.reads("ben", /Approved by/);
  await hands.reads("cleo", /Paid with the team's key/, `${PRICE} credits used`);
  await hands.isNotified("cleo");
  const url = about.video();
  const film = url === null ? null : await download(url);
  if (!film) throw new Error(`${hands.place}: the video could not be downloaded`);
  about.line(downloaded(film));
}

async function meetCap(hands: Hands, { prompt }: About): Promise<void> {
  await hands.asks("cleo", `${prompt}, at night`, SECONDS);
  await hands.reads("cleo", `costs ${PRICE} credits, and the team has ${LEFT} credits left this month`);
}

async function report(hands: Hands): Promise<void> {
  await hands.types("ben", "report");
  await hands.reads("ben", `1 video, ${PRICE} credits spent`);
}
