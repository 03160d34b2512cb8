import { z } from "zod";
import { bell, machineClock } from "./clock.ts";
import type { DiscordEmulator } from "./discord/discord-emulator.ts";
import type { Entry, Journal } from "./journal.ts";
import type { SlackEmulator } from "./slack/slack-emulator.ts";
import type { VideoService } from "./video/service.ts";

const TIMEOUT_MS = 15_000;

export type Seed = ReturnType<typeof seed>;

/** `give` enters Ada's key once the bot is connected. If it fails, it is retried at the next connection. */
export function seed(deps: {
  readonly place: "discord" | "slack";
  readonly journal: Journal;
  give(): Promise<void>;
  readonly timeoutMs?: number;
}) {
  const { place, journal, timeoutMs = TIMEOUT_MS } = deps;
  const turned = bell(timeoutMs);
  let state: "before" | "under way" | "given" | Error = "before";

  function turn(to: "given" | Error): void {
    state = to;
    turned.ring();
  }

  const unlisten = journal.listen((entry) => {
    if (entry.place !== place || entry.kind !== "connected" || state === "given" || state === "under way") return;
    state = "under way";
    deps.give().then(
      () => turn("given"),
      (error: unknown) => turn(new Error(`Ada could not give her key on ${place}: ${wordsOf(error)}`)),
    );
  });

  async function given(): Promise<void> {
    const end = await turned.until(
      () => (state === "given" || state instanceof Error ? state : undefined),
      () => {
        const why = state === "before" ? "no bot has connected" : "the bot has not finished";
        return `Ada has no key on ${place} yet: ${why} within ${timeoutMs / 1_000} s.`;
      },
    );
    if (end instanceof Error) throw end;
  }

  return {
    given,
    passed: async () => (state instanceof Error ? undefined : given()),
    stop() {
      unlisten();
      if (state !== "given") turn(new Error("the sandbox was stopped"));
    },
  };
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function findEntry(journal: Journal, after: number, fits: (entry: Entry) => boolean, missing: string): Promise<Entry> {
  return journal.find(fits, { after, withinMs: TIMEOUT_MS }).catch(() => {
    throw new Error(missing);
  });
}

const POLL_EVERY_MS = 25;

const THINKING = 128;

const messagePayload = z.object({ flags: z.number() });
const refusedPayload = z.object({ path: z.string(), status: z.number() });
const answeredPayload = z.object({ body: z.object({ response_action: z.literal("update") }) });
const commandName = z.object({ name: z.string().endsWith("-key") });

export async function giveOnDiscord(deps: { discord: DiscordEmulator; journal: Journal; key: string }): Promise<void> {
  const { discord, journal } = deps;
  const name = await keyCommand(discord);
  const before = journal.last();
  const used = await discord.command("ada", name, {}, { subcommand: "set" });
  const isOpened = (entry: Entry) => entry.interactionId === used && isAnswer(entry);
  const opened = await findEntry(journal, before, isOpened, `/${name} set opened no form`);
  if (opened.kind !== "form") throw new Error(`/${name} set was answered with ${opened.kind} instead of a form`);

  const submitting = journal.last();
  const submitted = await discord.submitForm("ada", used, { key: deps.key });
  const accepted = await keyAccepted(journal, submitting);
  const isVerdict = (entry: Entry) =>
    (entry.kind === "message" || entry.kind === "edited") &&
    entry.place === "discord" &&
    (entry.interactionId === submitted || entry.personId === "ada") &&
    ((messagePayload.safeParse(entry.payload).data?.flags ?? 0) & THINKING) === 0;
  const verdict = await findEntry(journal, accepted, isVerdict, "the key form has no verdict");
  if (verdict.messageId !== undefined) discord.dismiss("ada", verdict.messageId);
}

export async function giveOnSlack(deps: {
  slack: SlackEmulator;
  journal: Journal;
  key: string;
  prefix: string;
}): Promise<void> {
  const { slack, journal } = deps;
  const command = `/${deps.prefix}-key set`;
  const isAdas = ({ place, personId }: Entry) => place === "slack" && personId === "ada";
  const before = journal.last();
  await slack.command("ada", command);
  const opened = await findEntry(
    journal,
    before,
    (entry) => isAdas(entry) && isAnswer(entry),
    `${command} opened no form`,
  );
  const form = slack.openForms("ada").at(-1);
  if (opened.kind !== "form" || !form) throw new Error(`${command} was answered with ${opened.kind}`);

  const submitting = journal.last();
  await slack.submitForm("ada", form.viewId, { key: deps.key });
  await keyAccepted(journal, submitting);
  let updates = 0;
  const isVerdict = (entry: Entry) => {
    if (!isAdas(entry)) return false;
    // The first update, sent with the answer, may only show that the key is being checked.
    if (entry.kind === "answered" && answeredPayload.safeParse(entry.payload).success) updates -= 1;
    if (["form_updated", "message", "edited"].includes(entry.kind)) updates += 1;
    return updates === 1;
  };
  await findEntry(journal, submitting, isVerdict, "the key form has no verdict");
  if (slack.openForms("ada").some(({ viewId }) => viewId === form.viewId)) slack.closeForm("ada", form.viewId);
}

/** Registering leaves no entry in the journal, so poll for it. */
async function keyCommand(discord: DiscordEmulator): Promise<string> {
  for (const until = machineClock.now() + TIMEOUT_MS; machineClock.now() < until; ) {
    for (const command of discord.commands()) {
      const named = commandName.safeParse(command);
      if (named.success) return named.data.name;
    }
    await new Promise<void>((resolve) => machineClock.after(POLL_EVERY_MS, resolve));
  }
  throw new Error("the bot has registered no command that ends in -key");
}

/**
 * The `seq` of the first entry that shows that the service accepted a key. Other people may send invalid keys in the
 * meantime.
 */
async function keyAccepted(journal: Journal, after: number): Promise<number> {
  const isAccepted = ({ place, kind, payload }: Entry) => {
    if (place !== "video") return false;
    if (kind === "polled") return true;
    const refused = refusedPayload.safeParse(payload).data;
    return refused?.path === "/api/check-video-status" && refused.status === 404;
  };
  return (await findEntry(journal, after, isAccepted, "the service has not accepted the key")).seq;
}

const isAnswer = (entry: Entry) => ["form", "message", "unanswered", "refused"].includes(entry.kind);

export async function askForFirstVideo(deps: {
  readonly journal: Journal;
  readonly video: Pick<VideoService, "nextFate">;
  command(): Promise<unknown>;
}): Promise<void> {
  const after = deps.journal.last();
  deps.video.nextFate("quick");
  await deps.command();
  // Only after this video is paid for can the next one be made quick.
  const isPaid = ({ place, kind }: Entry) => place === "video" && kind === "submitted";
  await deps.journal.find(isPaid, { after, withinMs: TIMEOUT_MS });
}
