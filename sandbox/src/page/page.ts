import { openChat, openSkips, openToasts, type Toast } from "./chat/chat.ts";
import { type Failures, openFailures } from "./chat/failures.ts";
import { plainText } from "./chat/message-head.ts";
import { isTouched } from "./chat/timeline-view.ts";
import { element, find, openTabs } from "./core/element.ts";
import { type Json, records, text } from "./core/json.ts";
import { act, follow, loadState, namesIn, type Perform, type Seat, type State, seatOf } from "./core/page-state.ts";
import { setClock, setLanguage, worded } from "./core/time.ts";
import { openTour } from "./core/tour.ts";
import { openForms } from "./forms/forms.ts";
import { drawService, sceneInAddress } from "./service/service-part.ts";
import { type Entry, pingedIn, readEntry, titleOf } from "./service/steps.ts";
import { openStrip, openWireLog } from "./service/strip.ts";

const POLL_EVERY_MS = 700;
const PAST_ENTRIES = 600;

const places = ["discord", "slack"] as const;
const abouts: Readonly<Record<string, string>> = {
  ada: "Try next: type /video and a few words. It costs nothing.",
  ben: "Ben is the admin. As his key, type “sandbox”.",
  cleo: "Cleo is a member: see what others see and can press.",
};

const lineLost: Toast = {
  kind: "trouble",
  title: "The connection to the sandbox is lost",
  words: "Trying again… Is it still running?",
  stays: true,
};

async function open(): Promise<void> {
  openParts();
  const showToast = openToasts();
  // A form that answers an act in this tab opens only here.
  const client = crypto.randomUUID();
  const asked = sceneInAddress();
  const entered = asked === null ? undefined : await act("/sandbox/scene", { scene: asked });
  if (entered?.ok === false) showToast({ kind: "trouble", title: "That did not work", words: entered.why });
  let state = await loadState();
  setClock(state.now);
  const openedAt = state.seq;

  const perform: Perform = async (path, body) => {
    const done = await act(path, { client, ...body });
    if (!done.ok) showToast({ kind: "trouble", title: "That did not work", words: done.why });
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
  openSkips();
  const showForms = openForms(client, { before: state, failures });
  const serviceBox = find("#service", HTMLElement);
  const strip = openStrip(openedAt, (id) => nameOf(id, state));
  const service = drawService(serviceBox, perform, strip.acts);
  const log = openWireLog(serviceBox);
  const showLanguage = openLanguage(you, perform, showToast);
  const playFilm = openFirstFilm();
  const tour = openTour(() => state, perform);
  const about = find("#about-you", HTMLElement);

  function draw(): void {
    setLanguage(seat("discord").language);
    for (const place of places) chats[place](seat(place));
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
    const fresh = await loadState().catch(() => undefined);
    if (!fresh) return;
    // A restarted sandbox is another world: nothing on the page belongs to it.
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
  }, POLL_EVERY_MS);

  let showCurrent: (() => void) | undefined;
  follow(
    PAST_ENTRIES,
    (raw) => {
      const entry = readEntry(raw);
      log(entry);
      strip.add(entry);
      service.add(entry);
      // Draw once for all entries from before the page was opened.
      if (entry.seq === openedAt) draw();
      if (entry.seq <= openedAt) return;
      failures.add(entry);
      void refresh().then(() => {
        const notice = noticeFor(entry, state, failures);
        if (notice) showToast(notice);
      });
    },
    (isOpen) => {
      if (!isOpen) showCurrent ??= showToast(lineLost);
      if (!isOpen || !showCurrent) return;
      showCurrent();
      showCurrent = undefined;
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

function noticeFor(entry: Entry, state: State, failures: Failures): Toast | undefined {
  const { kind, place, personId, payload } = entry;
  if (place === "video" || place === "bot") return undefined;
  if (kind === "pinged") {
    const [first = "", ...others] = pingedIn(entry);
    const names = [first, ...others].map((id) => nameOf(id, state));
    const message = messageOf(entry, personOf(first, state)?.id ?? "", state);
    const shownText = message ? plainText(message, { place, nameOf: namesIn(state, place) }, "\n") : "";
    const words =
      shownText ||
      records(message?.files)
        .map(({ name }) => text(name))
        .join(", ");
    return { kind: "notification", place, title: `${titleOf(place)} notified ${names.join(" and ")}`, words };
  }
  // The chat itself shows a failure that has a place there.
  if (kind === "unanswered" && !failures.at(place, personId).some(({ id }) => id === entry.interactionId)) {
    if (place === "discord") return undefined;
    const errorText = text(payload.error) || "no answer in time";
    return { kind: "trouble", title: `${titleOf(place)}, to ${nameOf(personId, state)}`, words: errorText };
  }
  return undefined;
}

function onceAtATime(job: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  const go = () => {
    next = undefined;
    running = job();
    return running;
  };
  return () => {
    next ??= running.then(go, go);
    return next;
  };
}

function openFirstFilm(): () => void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  return () => {
    if (isTouched() || isStill.matches) return;
    const film = [...document.querySelectorAll<HTMLVideoElement>("#discord video")].at(-1);
    if (!film?.paused) return;
    film.muted = true;
    // A browser may refuse to play.
    void film.play().catch(() => {});
  };
}

function openParts(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("#tabs [role=tab]")];
  const panels = tabs.map((tab) => find(`#${tab.getAttribute("aria-controls")}`, HTMLElement));
  openTabs(tabs, (chosen) => {
    for (const [index, panel] of panels.entries()) panel.classList.toggle("is-front", index === chosen);
  });
}

const YOU_KEY = "reelay-you";

function openYou(changed: () => void): () => string {
  const box = find("#you", HTMLElement);
  const chosen = () => find("input:checked", HTMLInputElement, box).value;
  const storedYou = sessionStorage.getItem(YOU_KEY);
  for (const input of box.querySelectorAll("input")) if (input.value === storedYou) input.checked = true;
  box.addEventListener("change", () => {
    sessionStorage.setItem(YOU_KEY, chosen());
    changed();
  });
  return chosen;
}

const slackLater: Toast = {
  kind: "notification",
  place: "slack",
  title: "Slack follows within a minute",
  words: "Slack does not send the bot your language. The bot reads it from your profile once a minute.",
};

function openLanguage(
  personNow: () => string,
  perform: Perform,
  showToast: (notice: Toast) => unknown,
): (state: State) => void {
  const menu = find("#language", HTMLSelectElement);
  let shown = "";
  menu.addEventListener("change", () => {
    void perform("/sandbox/language", { person: personNow(), language: menu.value }).then((isDone) => {
      if (!isDone) menu.value = shown;
      else showToast(slackLater);
    });
  });
  return ({ languages, people }) => {
    if (menu.childElementCount === 0)
      menu.append(...languages.map(({ id, name }) => element("option", { value: id, lang: id }, name)));
    const language = people.find(({ id }) => id === personNow())?.language ?? "";
    if (language === shown) return;
    shown = language;
    menu.value = language;
  };
}

function keepTimesFresh(): void {
  setInterval(() => {
    for (const node of document.querySelectorAll<HTMLTimeElement>("time[data-style]")) {
      const fresh = worded(Number(node.dataset.ms), node.dataset.style ?? "f");
      if (node.textContent !== fresh) node.textContent = fresh;
    }
  }, 1_000);
}

open().catch((error: unknown) => {
  find("#notices", HTMLElement).append(
    element("div", { class: "notice is-trouble" }, element("p", {}, `The page cannot start: ${String(error)}`)),
  );
});
