import { expect, onTestFinished } from "vitest";
import { brokenCrashClaims, type CrashClaim, evidence, reportOf, sightOf } from "../crash/claims.ts";
import { howMany } from "../fakes/how-many.ts";
import { aStory, type Place, type Seen, type StoryOptions, type Transport } from "./world.ts";

export type Story = Awaited<ReturnType<typeof aStory>>;

/** Stories about things that differ between platforms run on both: cards, forms, questions in a channel. */
export const places: readonly Place[] = ["discord", "slack"];

/**
 * For stories in which both platforms share the code. `npm test` runs them on this platform, and TESTS=full on both.
 */
export const oneOf = (place: Place): readonly Place[] => howMany<readonly Place[]>(places, [place]);

/**
 * How Slack delivers payloads. Stories that depend on it run over HTTP in `npm test`, and both ways with TESTS=full.
 * `.ci/run` runs the other stories over HTTP as well.
 */
export const transports: readonly Transport[] = ["socket", "http"];

const TRANSPORT_NAMES = { socket: "Socket Mode", http: "HTTP" } as const;

/** A transport with its name for test titles. */
export const namedTransport = (transport: Transport) => [TRANSPORT_NAMES[transport], transport] as const;

/** Starts a story that ends with its test. */
export async function startStory(place: Place, options?: StoryOptions): Promise<Story> {
  // Slack's stories also run over HTTP, and the runner selects them by this word in their titles.
  if (place === "slack") expect(expect.getState().currentTestName).toContain("slack");
  const story = await aStory(place, options);
  onTestFinished(() => story.end());
  return story;
}

/** Videos that run until the story ends them. */
export const endless = { taskMs: 60_000 };

export const boat = { prompt: "a paper boat in the rain" };

/** Returns a condition: one of the messages matches all of these. */
export function says(...words: readonly RegExp[]): (messages: readonly Seen[]) => boolean {
  return (messages) => messages.some(({ text }) => words.every((word) => word.test(text)));
}

export const hasVideo = says(/\/videos\/\S+\.mp4/);

/** Checks the only video of a finished story with the claims of the crash test. */
export function claimsBrokenIn(
  { sandbox }: Story,
  place: Place,
  { prompt }: { readonly prompt: string },
): readonly CrashClaim[] {
  const seen = evidence();
  for (const entry of sandbox.journal.since(0)) {
    const sight = sightOf(entry);
    if (sight) seen.take(sight);
  }
  return brokenCrashClaims({
    platform: place,
    prompt,
    typedAt: 0,
    answer: "answered",
    isStored: true,
    stored: null,
    killsAt: [],
    shown: seen.about(prompt),
    tasks: reportOf(sandbox).tasks,
  });
}

/** True if the film is in the card or, on Slack, in its thread. */
export function hasFilm({ sandbox }: Story, place: Place): boolean {
  if (place === "slack") return sandbox.slack.messages("ada").some(({ films = [] }) => films.length > 0);
  return sandbox.discord.messages("ada").some(({ attachments }) => attachments.length > 0);
}

export const asTeam = { ...boat, pay: "team" };

/**
 * Ben, who manages the team, gives it this key and lets everybody use it. The default is the key of the emulated service.
 */
export async function giveTeamKey(story: Story, key = story.sandbox.video.key): Promise<void> {
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Team key: none yet/), "ben");
  await story.press("Team key", "ben");
  await story.fillForm({ key }, "ben");
  await story.verdict(/The team's key \(ends in .{4}\) is stored encrypted/, "ben");
  await story.type("video-team", "setup", "ben");
  await story.until(says(/Nobody may spend yet/), "ben");
  await story.press("Who may spend", "ben");
  await story.fillForm({ everyone: "yes" }, "ben");
  await story.until(says(/May spend: everyone here/), "ben");
}

/** Sets the caps of the whole team, in the form's notation. */
export async function capTeam(story: Story, teamCaps: string): Promise<void> {
  await story.press("Rules", "ben");
  await story.fillForm({ team_caps: teamCaps }, "ben");
  await story.until(says(/Caps in credits: (?!no cap for the team)/), "ben");
}

/** From now on Ben must approve every video, in the public channel. */
export async function askForApprovals(story: Story, place: Place): Promise<void> {
  await story.press("Rules", "ben");
  await story.fillForm({ ask_above: "0", approvals: story.sandbox[place].channelId }, "ben");
  await story.until(says(/Approvals will arrive here/), "cleo");
  await story.verdict(new RegExp(`Approvals channel: <#${story.sandbox[place].channelId}>`), "ben");
}
