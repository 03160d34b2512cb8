import { openChat } from "./chat/chat.ts";
import { ignoreMissedDrops } from "./chat/drops.ts";
import { type Failures, openFailures } from "./chat/failures.ts";
import { type Notice, openNotices } from "./chat/notices.ts";
import { plainText } from "./chat/plain.ts";
import { openWays } from "./chat/ways.ts";
import { element, find } from "./core/element.ts";
import { openFirstFilm } from "./core/first-film.ts";
import { keepTimesFresh } from "./core/fresh-times.ts";
import { type Json, records, text } from "./core/json.ts";
import { openLanguage } from "./core/language.ts";
import { namesIn, type Seat, seatOf } from "./core/seat.ts";
import type { State } from "./core/state.ts";
import { openTabs } from "./core/tabs.ts";
import { openTheme } from "./core/theme.ts";
import { setClock } from "./core/time.ts";
import { openTour } from "./core/tour.ts";
import { act, follow, loadState } from "./core/wire.ts";
import { openYou } from "./core/you.ts";
import { openClient } from "./forms/client.ts";
import { openForms } from "./forms/forms.ts";
import { sceneInAddress } from "./service/scene.ts";
import { drawService } from "./service/service.ts";
import { type Entry, pingedIn, readEntry, titleOf } from "./service/steps.ts";
import { openStrip } from "./service/strip.ts";
import { openWireLog } from "./service/wire-log.ts";

/** While a task runs, its progress moves without any entry in the journal. */
const LOOK_AGAIN_MS = 700;
/** So much of what happened before the page came is told to it. */
const LOOKED_BACK = 600;

const places = ["discord", "slack"] as const;
const abouts: Readonly<Record<string, string>> = {
  ada: "Try next: type /video and a few words. Ada has a working key, and nothing here costs anything.",
  ben: "Ben has no key yet, and manages both places. In his key form “sandbox” stands for one.",
  cleo: "Cleo is a member without a key: see what others see, and may not press.",
};

const lineLost: Notice = {
  kind: "trouble",
  title: "The line to the sandbox is lost",
  words: "Trying again… Is it still running?",
  stays: true,
};

async function open(): Promise<void> {
  openTheme();
  openTabs();
  ignoreMissedDrops();
  const tell = openNotices();
  const client = await openClient();
  const asked = sceneInAddress();
  const entered = asked === null ? undefined : await act("/sandbox/scene", { scene: asked });
  if (entered?.ok === false) tell({ kind: "trouble", title: "That did not work", words: entered.why });
  let state = await loadState();
  setClock(state.now);
  const openedAt = state.seq;

  const perform = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const done = await act(path, { client, ...body });
    if (!done.ok) tell({ kind: "trouble", title: "That did not work", words: done.why });
    void refresh();
    return done.ok;
  };
  const you = openYou(() => draw());
  const seat = (place: (typeof places)[number]): Seat => seatOf({ place, personId: you(), state, perform });

  const announcer = find("#announcer", HTMLElement);
  const announce = (words: string) => announcer.replaceChildren(words);
  const failures = openFailures();
  const open = (place: (typeof places)[number]) => openChat(place, () => seat(place), { announce, failures });
  const chats = { discord: open("discord"), slack: open("slack") };
  openWays(chats);
  const showForms = openForms(client, { before: state, failures });
  const serviceBox = find("#service", HTMLElement);
  const service = drawService(serviceBox, perform);
  const log = openWireLog(serviceBox);
  const strip = openStrip(openedAt, (id) => nameOf(id, state));
  const showLanguage = openLanguage(you, perform);
  const playFilm = openFirstFilm();
  const tour = openTour(() => state, perform);
  const about = find("#about-you", HTMLElement);

  function draw(): void {
    for (const place of places) chats[place].show(seat(place));
    showForms({ discord: seat("discord"), slack: seat("slack") });
    service.show(state);
    strip.draw();
    showLanguage(state);
    playFilm();
    tour.see();
    const words = abouts[you()] ?? "";
    if (about.textContent !== words) about.textContent = words;
  }

  const refresh = onceAtATime(async () => {
    // A lost line tells itself.
    const fresh = await loadState().catch(() => undefined);
    if (!fresh) return;
    // Started anew, the sandbox is another world: nothing of the page's belongs to it.
    if (fresh.startedAt !== state.startedAt) return location.reload();
    state = fresh;
    setClock(state.now);
    draw();
  });

  draw();
  keepTimesFresh();
  setInterval(() => {
    const isMoving = state.video.tasks.some((task) => task.status === "running");
    if (isMoving) void refresh();
  }, LOOK_AGAIN_MS);

  let found: (() => void) | undefined;
  follow(
    LOOKED_BACK,
    (raw) => {
      const entry = readEntry(raw);
      log(entry);
      strip.hear(entry);
      service.hear(entry);
      // Of what was before, the last one draws it all.
      if (entry.seq === openedAt) draw();
      if (entry.seq <= openedAt) return;
      failures.hear(entry);
      // The message that notifies is known once the state is.
      void refresh().then(() => {
        const notice = noticeFor(entry, state, failures);
        if (notice) tell(notice);
      });
    },
    (isOpen) => {
      if (!isOpen) found ??= tell(lineLost);
      if (!isOpen || !found) return;
      found();
      found = undefined;
      void refresh();
    },
  );
}

function personOf(id: string, { people }: State) {
  return people.find((person) => [person.id, person.discordId, person.slackId].includes(id));
}

function nameOf(id: string, state: State): string {
  return personOf(id, state)?.name ?? id;
}

function messageOf({ place, messageId }: Entry, personId: string, state: State): Json | undefined {
  if (place === "video" || place === "bot") return undefined;
  const seen = state[place].seenBy.get(personId)?.messages ?? [];
  return seen.find(({ id, ts }) => (place === "discord" ? id : ts) === messageId);
}

/** What a person would hear or see besides the messages themselves. */
function noticeFor(entry: Entry, state: State, failures: Failures): Notice | undefined {
  const { kind, place, personId, payload } = entry;
  if (place === "video" || place === "bot") return undefined;
  if (kind === "pinged") {
    const [first = "", ...others] = pingedIn(entry);
    const names = [first, ...others].map((id) => nameOf(id, state));
    const message = messageOf(entry, personOf(first, state)?.id ?? "", state);
    const said = message ? plainText(message, { place, nameOf: namesIn(state, place) }, "\n") : "";
    const words =
      said ||
      records(message?.files)
        .map(({ name }) => text(name))
        .join(", ");
    return { kind: "notification", place, title: `${titleOf(place)} notified ${names.join(" and ")}`, words };
  }
  // A failure that has a place of its own in the chat is told there.
  if (kind === "unanswered" && !failures.at(place, personId).some(({ id }) => id === entry.interactionId)) {
    if (place === "discord") return undefined;
    const said = text(payload.error) || "no answer in time";
    return { kind: "trouble", title: `${titleOf(place)}, to ${nameOf(personId, state)}`, words: said };
  }
  return undefined;
}

/** Runs once more afterwards if it was asked for meanwhile, however often; resolves when nothing is wanted any more. */
function onceAtATime(job: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const run = async () => {
    try {
      while (isWanted) {
        isWanted = false;
        await job();
      }
    } finally {
      running = undefined;
    }
  };
  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

open().catch((error: unknown) => {
  find("#notices", HTMLElement).append(
    element("div", { class: "notice is-trouble" }, element("p", {}, `The page cannot start: ${String(error)}`)),
  );
});
