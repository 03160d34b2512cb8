import { ask, button, element, put } from "../core/element.ts";
import { type Json, number, text } from "../core/json.ts";
import type { Perform, Priced, State } from "../core/page-state.ts";
import { sceneGroups, wordsOfScene } from "./scene-words.ts";
import type { Act, Entry } from "./steps.ts";
import { botWords, inDigits, type Kill, killWords, ledgerWords, readKill, shapeOf, statusOf } from "./words.ts";

export function drawService(box: HTMLElement, perform: Perform, acts: () => readonly Act[]) {
  const bot = drawBot(perform, acts);
  const parts: readonly Part[] = [
    drawScene(perform),
    bot,
    drawAccount(perform),
    drawPrices(perform),
    drawPolicy(perform),
    drawTasks(perform),
  ];
  box.append(element("div", { class: "parts" }, ...parts.map((part) => part.box)));
  return {
    add: bot.add,
    show(state: State) {
      for (const part of parts) part.show(state);
    },
  };
}

const part = (className: string, label: string, ...children: readonly HTMLElement[]) =>
  element("section", { class: `part ${className}`, "aria-label": label }, ...children);

const FULL = 5_000;

function drawAccount(perform: Perform): Part {
  const credits = element("strong", { class: "credits" });
  const words = element("p", { class: "hint" });
  const ledger = element("span");
  const set = (label: string, to: number) =>
    button(label, { class: "chip" }, () => perform("/sandbox/video/credits", { credits: to }));
  const box = part(
    "account",
    "Account",
    element(
      "p",
      { class: "row" },
      element("span", {}, credits, " credits left"),
      element("span", { class: "acts" }, set("Fill", FULL), set("Empty", 0)),
    ),
    words,
    element("p", { class: "ledger" }, element("strong", {}, "Ledger"), " ", ledger),
  );

  return {
    box,
    show({ video }) {
      put(credits, inDigits(video.credits));
      put(words, video.credits === 0 ? "The next video is refused for lack of credits." : "");
      put(ledger, ledgerWords(video.ledger));
    },
  };
}

const PRICES_HINT =
  "What the service charges. The bot uses VIDEO_PRICES. If a charge differs, the bot logs a warning once a day, and npx reelay doctor reports it.";

function drawPrices(perform: Perform): Part {
  const inputs = new Map<string, HTMLInputElement>();
  const list = element("p", { class: "prices" });
  const box = part(
    "account",
    "Prices",
    element("h3", {}, "Prices"),
    list,
    element("p", { class: "hint" }, PRICES_HINT),
  );

  function draw({ resolution, duration, price }: Priced): HTMLInputElement {
    const input = element("input", { type: "number", min: 0, max: 1_000_000, step: 1, value: price });
    let shown = String(price);
    input.addEventListener("change", () => {
      const to = input.value.trim() === "" ? null : Number(input.value);
      void perform("/sandbox/video/price", { resolution, duration, price: to }).then((isDone) => {
        if (isDone) shown = input.value;
        else input.value = shown;
      });
    });
    list.append(element("label", {}, `${resolution} · ${duration} s`, input));
    return input;
  }

  return {
    box,
    show({ video }) {
      for (const priced of video.prices) {
        const name = `${priced.resolution}-${priced.duration}`;
        const input = inputs.get(name) ?? draw(priced);
        inputs.set(name, input);
        if (document.activeElement !== input) input.value = String(priced.price);
      }
    },
  };
}

function drawBot(perform: Perform, acts: () => readonly Act[]): Part & { add(entry: Entry): void } {
  const status = element("p", { class: "bot-status" });
  const about = element("p", { class: "hint" });
  const killReport = element("p", { class: "hint killed", role: "status" });
  const kill = button("Kill the bot", { class: "chip is-grave" }, () => perform("/sandbox/bot/kill", {}));
  const reset = button("Reset", { class: "chip" }, async () => {
    const isSure = await ask({
      title: "Start over?",
      words: "All messages, videos and settings of this sandbox are deleted, and a new bot starts.",
      go: "Reset everything",
      stay: "Keep it",
      isDestructive: true,
    });
    if (!isSure) return;
    forgetSceneInAddress();
    await perform("/sandbox/reset", {});
  });
  const controls = element("span", { class: "acts" }, kill, reset);
  const box = part(
    "bot",
    "The bot",
    element("p", { class: "row" }, element("strong", {}, "Bot"), status, controls),
    killReport,
    about,
  );
  let last: Kill | undefined;

  return {
    box,
    add(entry) {
      last = readKill(last, entry);
    },
    show(state: State) {
      const { bot, video } = state;
      put(status, botWords(state));
      box.dataset.status = bot?.status ?? "";
      kill.hidden = bot?.canBeKilled !== true;
      reset.hidden = bot === null;
      put(about, bot?.about ?? "");
      put(killReport, last ? killWords(last, video.tasks, acts()) : "");
    },
  };
}

function drawPolicy(perform: Perform): Part {
  const hint = element(
    "p",
    { class: "hint", id: "policy-words" },
    "Separate words by commas. Empty: no prompt is refused.",
  );
  const input = element("input", { id: "policy", type: "text", maxlength: 1_000, "aria-describedby": hint.id });
  let shown = "";
  input.addEventListener("change", () => {
    void perform("/sandbox/policy", { words: input.value }).then((isDone) => {
      if (!isDone) input.value = shown;
    });
  });
  const heading = element("h3", {}, element("label", { for: input.id }, "Refuse prompts that contain"));
  const box = part("policy", "Rules on prompts", heading, input, hint);

  return {
    box,
    show({ refusedWords }) {
      if (refusedWords === shown) return;
      shown = refusedWords;
      input.value = refusedWords;
    },
  };
}

export interface Part {
  readonly box: HTMLElement;
  show(state: State): void;
}

const USUAL = "finishes";
const MIXED = "Several scenes are active.";

export function sceneInAddress(): string | null {
  return new URLSearchParams(location.search).get("scene");
}

function putSceneInAddress(name: string): void {
  const address = new URL(location.href);
  if (name === USUAL) address.searchParams.delete("scene");
  else address.searchParams.set("scene", name);
  history.replaceState(null, "", address);
}

const forgetSceneInAddress = (): void => putSceneInAddress(USUAL);

function drawScene(perform: Perform): Part {
  const hint = element("p", { class: "hint", id: "scene-words" });
  const menu = element("select", { id: "scene", "aria-describedby": hint.id }, ...drawGroups());
  let shown: string | undefined;
  menu.addEventListener("change", () => {
    const name = menu.value;
    void perform("/sandbox/scene", { scene: name }).then((isDone) => {
      if (isDone) putSceneInAddress(name);
      else menu.value = shown ?? USUAL;
    });
  });
  const heading = element("h3", {}, element("label", { for: menu.id }, "Scene: what happens from now on"));
  const box = part("scene", "Scene", heading, menu, hint);

  return {
    box,
    show({ scene }) {
      if (scene === shown) return;
      shown = scene;
      menu.value = scene;
      box.classList.toggle("is-rough", scene !== USUAL);
      put(hint, wordsOfScene(scene) ?? MIXED);
    },
  };
}

function drawGroups(): readonly HTMLElement[] {
  return Object.entries(sceneGroups).map(([label, scenes]) =>
    element(
      "optgroup",
      { label },
      ...Object.entries(scenes).map(([value, [name]]) => element("option", { value }, name)),
    ),
  );
}

/** Shows this many of the newest tasks, and all running ones. */
const SHOWN = 12;
const SAME_FILM = "All videos show the same film: @napi-rs/webcodecs, which draws one for each, is not installed.";
const NOTHING = "No videos yet. Use /video on Discord or Slack.";

type Row = ReturnType<typeof drawRow>;

function drawTasks(perform: Perform): Part {
  const rows = new Map<string, Row>();
  const list = element("ul", { class: "tasks", "aria-label": "Tasks, newest first" });
  const hint = element("p", { class: "hint" });
  const same = element("p", { class: "hint" }, SAME_FILM);
  let order = "";

  return {
    box: part("is-wide", "Tasks", element("h3", {}, "Tasks"), list, hint, same),
    show({ video, now }) {
      const oldest = video.tasks.length - SHOWN;
      const newest = video.tasks.filter(({ status }, index) => index >= oldest || status === "running").reverse();
      const shown = newest.map((task) => {
        const id = text(task.id);
        const row = rows.get(id) ?? drawRow(id, perform);
        rows.set(id, row);
        row.show(task, now);
        return row.box;
      });
      const fresh = newest.map(({ id }) => text(id)).join();
      if (fresh !== order) {
        order = fresh;
        for (const id of [...rows.keys()]) if (!fresh.includes(id)) rows.delete(id);
        list.replaceChildren(...shown);
      }
      list.hidden = shown.length === 0;
      same.hidden = !video.lacksFilms;
      put(hint, video.tasks.length === 0 ? NOTHING : "");
    },
  };
}

function drawRow(taskId: string, perform: Perform) {
  const prompt = element("p", { class: "prompt" });
  const shape = element("p", { class: "shape" });
  const bar = element("progress", { max: 100 });
  const status = element("span", { class: "status" });
  const settle = (to: "succeeded" | "failed", label: string) =>
    button(label, { class: "chip" }, async () => {
      if (await perform("/sandbox/video/settle", { taskId, status: to })) box.focus();
    });
  const [finish, fail] = [settle("succeeded", "Finish"), settle("failed", "Fail")];
  const acts = element("span", { class: "acts" }, finish, fail);
  const note = element("p", { class: "hint" }, "The response to its request was lost, so Reelay does not know its id.");
  const box = element("li", { tabindex: -1 }, prompt, shape, bar, element("p", { class: "row" }, status, acts), note);

  return {
    box,
    show(task: Json, now: number) {
      const words = text(task.prompt);
      if (prompt.textContent !== words) {
        prompt.textContent = words;
        prompt.title = words;
        shape.textContent = shapeOf(task);
        const short = words.length > 40 ? `${words.slice(0, 40)}…` : words;
        bar.setAttribute("aria-label", `Progress of “${short}”`);
        finish.setAttribute("aria-label", `Finish “${short}”`);
        fail.setAttribute("aria-label", `Fail “${short}”`);
      }
      box.className = task.isStuck === true ? "is-stuck" : `is-${text(task.status)}`;
      bar.value = number(task.progress) ?? 0;
      put(status, statusOf(task, now));
      acts.hidden = task.status !== "running";
      note.hidden = task.fate !== "lost_answer";
    },
  };
}
