import { z } from "zod";
import { machineClock } from "./clock.ts";
import type { DiscordEmulator } from "./discord/discord-emulator.ts";
import type { Entry, Journal } from "./journal.ts";
import { personWith } from "./people.ts";
import type { SlackEmulator } from "./slack/slack-emulator.ts";
import type { VideoService } from "./video/service.ts";

/** Real milliseconds that the whole of it may take, and that a command of Ada's waits for it. */
const PATIENCE_MS = 15_000;

export type Seed = ReturnType<typeof seed>;

/** Calls `give` as soon as the platform's bot is connected; `give` acts as Ada does, on the wire alone. */
export function seed(deps: {
  readonly place: "discord" | "slack";
  readonly journal: Journal;
  give(signal: AbortSignal): Promise<void>;
  readonly patienceMs?: number;
}) {
  const { place, journal, patienceMs = PATIENCE_MS } = deps;
  const stopped = new AbortController();
  const waiting = new Set<{ resolve(): void; reject(error: Error): void }>();
  let state: "before" | "under way" | "given" | Error = "before";

  function turn(to: "given" | Error): void {
    state = to;
    for (const one of waiting) {
      if (to === "given") one.resolve();
      else one.reject(to);
    }
    waiting.clear();
  }

  const unlisten = journal.listen((entry) => {
    if (entry.place !== place || entry.kind !== "connected" || state === "given" || state === "under way") return;
    state = "under way";
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(patienceMs)]);
    deps.give(signal).then(
      () => turn("given"),
      (error: unknown) => turn(new Error(`Ada could not give her key on ${place}: ${wordsOf(error)}`)),
    );
  });

  async function given(): Promise<void> {
    if (state === "given") return;
    if (state instanceof Error) throw state;
    await new Promise<void>((resolve, reject) => {
      const giveUp = machineClock.after(patienceMs, () => {
        waiting.delete(one);
        const why = state === "before" ? "no bot has connected" : "the bot has not finished";
        reject(new Error(`Ada has no key on ${place} yet: ${why} within ${patienceMs / 1_000} s.`));
      });
      const done = (act: () => void) => {
        giveUp();
        act();
      };
      const one = { resolve: () => done(resolve), reject: (error: Error) => done(() => reject(error)) };
      waiting.add(one);
    });
  }

  return {
    /** Resolves once the key is given; rejects with the reason where that failed or nothing happens for 15 s. */
    given,
    /** The same for somebody who waits their turn: what failed before they came is not held against them. */
    passed: async (): Promise<void> => (state instanceof Error ? undefined : given()),
    stop() {
      unlisten();
      stopped.abort(new Error("the sandbox was stopped"));
      if (state !== "given") turn(new Error("the sandbox was stopped"));
    },
  };
}

/** The first entry after `after` that fits, past or to come; rejects when the signal fires. */
function heard(
  journal: Journal,
  fits: (entry: Entry) => boolean,
  { after, signal, what }: { after: number; signal: AbortSignal; what: string },
): Promise<Entry> {
  const past = journal.since(after).find(fits);
  if (past) return Promise.resolve(past);
  return new Promise((resolve, reject) => {
    const end = () => {
      unlisten();
      reject(new Error(`${what} (${wordsOf(signal.reason)})`));
    };
    const unlisten = journal.listen((entry) => {
      if (!fits(entry)) return;
      unlisten();
      signal.removeEventListener("abort", end);
      resolve(entry);
    });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const LOOK_EVERY_MS = 25;

/** Discord: "thinking…", an answer that is still to come. */
const THINKING = 128;

const messagePayload = z.object({ flags: z.number() });
const refusedPayload = z.object({ path: z.string(), status: z.number() });
const answeredPayload = z.object({ body: z.object({ response_action: z.literal("update") }) });
const commandName = z.object({ name: z.string().endsWith("-key") });

/** Ada gives her key on Discord: the command whose name ends in `-key`, the form it opens, the verdict. */
export async function giveOnDiscord(
  deps: { discord: DiscordEmulator; journal: Journal; key: string },
  signal: AbortSignal,
): Promise<void> {
  const { discord, journal } = deps;
  const name = await keyCommand(discord, signal);
  const before = lastSeq(journal);
  const used = await discord.command("ada", name, {}, { subcommand: "set" });
  const opened = await heard(journal, (entry) => entry.interactionId === used && isAnswer(entry), {
    after: before,
    signal,
    what: `/${name} set opened no form`,
  });
  if (opened.kind !== "form") throw new Error(`/${name} set was answered with ${opened.kind} instead of a form`);

  const submitting = lastSeq(journal);
  const submitted = await discord.submitForm("ada", used, { key: deps.key });
  const accepted = await keyAccepted(journal, submitting, signal);
  const isVerdict = (entry: Entry) =>
    (entry.kind === "message" || entry.kind === "edited") &&
    entry.place === "discord" &&
    (entry.interactionId === submitted || isAdas(entry)) &&
    ((messagePayload.safeParse(entry.payload).data?.flags ?? 0) & THINKING) === 0;
  const verdict = await heard(journal, isVerdict, { after: accepted, signal, what: "the key form has no verdict" });
  // Nobody who comes to the page has asked for it.
  if (verdict.messageId !== undefined) discord.dismiss("ada", verdict.messageId);
}

/** Ada gives her key on Slack, where the form itself first says that it is checking and then what came of it. */
export async function giveOnSlack(
  deps: { slack: SlackEmulator; journal: Journal; key: string; prefix: string },
  signal: AbortSignal,
): Promise<void> {
  const { slack, journal } = deps;
  const command = `/${deps.prefix}-key set`;
  const before = lastSeq(journal);
  await slack.command("ada", command);
  const opened = await heard(journal, (entry) => entry.place === "slack" && isAdas(entry) && isAnswer(entry), {
    after: before,
    signal,
    what: `${command} opened no form`,
  });
  const form = slack.openForms("ada").at(-1);
  if (opened.kind !== "form" || !form) throw new Error(`${command} was answered with ${opened.kind}`);

  const submitting = lastSeq(journal);
  await slack.submitForm("ada", form.viewId, { key: deps.key });
  await keyAccepted(journal, submitting, signal);
  let updates = 0;
  const isVerdict = (entry: Entry) => {
    if (entry.place !== "slack" || !isAdas(entry)) return false;
    // The answer itself may already update the form: that one says only that the key is being checked.
    if (entry.kind === "answered" && answeredPayload.safeParse(entry.payload).success) updates -= 1;
    if (["form_updated", "message", "edited"].includes(entry.kind)) updates += 1;
    return updates === 1;
  };
  await heard(journal, isVerdict, { after: submitting, signal, what: "the key form has no verdict" });
  if (slack.openForms("ada").some(({ viewId }) => viewId === form.viewId)) slack.closeForm("ada", form.viewId);
}

async function keyCommand(discord: DiscordEmulator, signal: AbortSignal): Promise<string> {
  for (;;) {
    for (const command of discord.commands()) {
      const named = commandName.safeParse(command);
      if (named.success) return named.data.name;
    }
    // Registering leaves no entry in the journal, so we look again.
    await new Promise<void>((resolve) => machineClock.after(LOOK_EVERY_MS, resolve));
    if (signal.aborted) throw new Error("the bot has registered no command that ends in -key");
  }
}

/** The `seq` at which the service accepted a key that a bot asked it with. Others may try bad ones meanwhile. */
async function keyAccepted(journal: Journal, after: number, signal: AbortSignal): Promise<number> {
  const isAccepted = ({ place, kind, payload }: Entry) => {
    if (place !== "video") return false;
    if (kind === "polled") return true;
    const refused = refusedPayload.safeParse(payload).data;
    return refused?.path === "/api/check-video-status" && refused.status === 404;
  };
  return (await heard(journal, isAccepted, { after, signal, what: "the service has not accepted the key" })).seq;
}

const isAnswer = (entry: Entry) => ["form", "message", "unanswered", "refused"].includes(entry.kind);

const isAdas = (entry: Entry) => entry.personId !== undefined && personWith(entry.personId)?.id === "ada";

const lastSeq = (journal: Journal) => journal.since(0).at(-1)?.seq ?? 0;

/** How long the first video may take to be paid for; the next one is quick only then. */
const PAID_WITHIN_MS = 15_000;

/** So that a person who opens the page sees a video at once: Ada asks for one, on the wire like anybody, and it is quick. */
export async function askForFirstVideo(deps: {
  readonly journal: Journal;
  readonly video: Pick<VideoService, "nextFate">;
  command(): Promise<unknown>;
}): Promise<void> {
  const after = lastSeq(deps.journal);
  deps.video.nextFate("quick");
  await deps.command();
  const isPaid = ({ place, kind }: Entry) => place === "video" && kind === "submitted";
  await deps.journal.find(isPaid, { after, withinMs: PAID_WITHIN_MS });
}
