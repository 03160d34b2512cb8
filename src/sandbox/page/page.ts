import { openChat } from "./chat/chat.ts";
import { openNotices } from "./chat/notices.ts";
import { element, find } from "./core/element.ts";
import { list, record, text } from "./core/json.ts";
import { namesIn, type Seat } from "./core/seat.ts";
import type { Place, State } from "./core/state.ts";
import { keepTimesFresh, setClock } from "./core/time.ts";
import { act, follow, loadState } from "./core/wire.ts";
import { drawDesk } from "./desk/desk.ts";
import { openWireLog } from "./desk/wire-log.ts";
import { openForms } from "./forms/forms.ts";

/** While a task runs, its progress moves without any entry in the journal. */
const LOOK_AGAIN_MS = 700;

const places = ["discord", "slack"] as const;
const titles = { discord: "Discord", slack: "Slack" } as const;

async function open(): Promise<void> {
  const tell = openNotices();
  let state = await loadState();
  setClock(state.now);

  const seat = (place: Place): Seat => {
    const personId = find("#you input:checked", HTMLInputElement).value;
    return {
      ...{ place, personId, state, nameOf: namesIn(state, place) },
      act: (path, body) => perform(path, { person: personId, ...body }),
    };
  };
  const perform = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const done = await act(path, body);
    if (!done.ok) tell(done.why, "trouble");
    refresh();
    return done.ok;
  };

  const announcer = find("#announcer", HTMLElement);
  const chats = places.map((place) =>
    openChat(
      place,
      () => seat(place),
      (words) => announcer.replaceChildren(words),
    ),
  );
  const showForms = openForms(state);
  const deskBox = find("#desk", HTMLElement);
  const showDesk = drawDesk(deskBox, perform);
  const log = openWireLog(deskBox);

  function draw(): void {
    for (const [index, place] of places.entries()) chats[index]?.show(seat(place));
    showForms({ discord: seat("discord"), slack: seat("slack") });
    showDesk(state.video);
  }

  const refresh = onceAtATime(async () => {
    state = await loadState();
    setClock(state.now);
    draw();
  });

  draw();
  keepTimesFresh();
  openTabs();
  find("#you", HTMLElement).addEventListener("change", draw);
  setInterval(() => {
    const isMoving = state.video.tasks.some((task) => task.status === "running");
    if (isMoving) refresh();
    else draw();
  }, LOOK_AGAIN_MS);

  let isLost = false;
  follow(
    state.seq,
    (entry) => {
      log(entry);
      const words = wordsFor(entry, state);
      if (words) tell(...words);
      refresh();
    },
    (isOpen) => {
      if (!isOpen && !isLost) tell("The line to the sandbox is lost; trying again…", "trouble");
      if (isOpen && isLost) refresh();
      isLost = !isOpen;
    },
  );
}

/** What a person would hear or see besides the messages themselves. */
function wordsFor(raw: unknown, state: State): [string, "ping" | "trouble"] | undefined {
  const { kind, place, personId, payload } = record(raw);
  const where = place === "slack" ? titles.slack : titles.discord;
  const nameOf = (id: string) =>
    state.people.find((person) => [person.id, person.discordId, person.slackId].includes(id))?.name ?? id;
  if (kind === "pinged") {
    const names = list(record(payload).personIds).map(text).map(nameOf);
    return [`🔔 ${where} notified ${names.join(" and ")}`, "ping"];
  }
  if (kind === "unanswered") {
    const said = text(record(payload).text) || text(record(payload).error) || "no answer in time";
    return [`${where}, to ${nameOf(text(personId))}: ${said}`, "trouble"];
  }
  return undefined;
}

/** Runs once more afterwards if it was asked for meanwhile, however often. */
function onceAtATime(job: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      // A lost line tells itself.
      await job().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

/** On a narrow screen one half shows at a time. */
function openTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>("#tabs button")];
  for (const tab of tabs)
    tab.addEventListener("click", () => {
      for (const other of tabs) other.setAttribute("aria-pressed", String(other === tab));
      for (const place of places)
        find(`#${place}`, HTMLElement).classList.toggle("is-front", place === tab.dataset.side);
    });
}

open().catch((error: unknown) => {
  find("#notices", HTMLElement).append(
    element("div", { class: "notice is-trouble" }, `The page cannot start: ${String(error)}`),
  );
});
