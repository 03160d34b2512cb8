import { button, element, put } from "../core/element.ts";
import { type Json, number, text } from "../core/json.ts";
import type { Part, Perform } from "./part.ts";
import { shapeOf, statusOf } from "./words.ts";

/** At most this many are shown, the newest first; tasks that still run are shown besides. */
const SHOWN = 12;
const SAME_FILM = "All videos show the same film: @napi-rs/webcodecs, which draws one for each, is not installed.";
const NOTHING = "No video was asked for yet. Use /video on Discord or on Slack.";

interface Row {
  readonly box: HTMLElement;
  show(task: Json, now: number): void;
}

/** The service's tasks as they are. A row stays the same element, so that a pressed button keeps the focus. */
export function drawTasks(perform: Perform): Part {
  const rows = new Map<string, Row>();
  const list = element("ul", { class: "tasks", "aria-label": "Tasks, newest first" });
  const hint = element("p", { class: "hint" });
  const same = element("p", { class: "hint" }, SAME_FILM);
  let order = "";

  return {
    box: element(
      "section",
      { class: "part is-wide", "aria-label": "Tasks" },
      element("h3", {}, "Tasks"),
      list,
      hint,
      same,
    ),
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
      put(hint, video.tasks.length === 0 ? NOTHING : leftOut(video.tasks.length - shown.length));
    },
  };
}

function leftOut(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "One older task is not shown." : `${count} older tasks are not shown.`;
}

function drawRow(taskId: string, perform: Perform): Row {
  const prompt = element("p", { class: "prompt" });
  const shape = element("p", { class: "shape" });
  const bar = element("progress", { max: 100 });
  const status = element("span", { class: "status" });
  const settle = (to: "succeeded" | "failed", label: string) =>
    button(label, { class: "chip" }, async () => {
      // Its buttons are about to go.
      if (await perform("/sandbox/video/settle", { taskId, status: to })) box.focus();
    });
  const [finish, fail] = [settle("succeeded", "Finish"), settle("failed", "Fail")];
  const acts = element("span", { class: "acts" }, finish, fail);
  const note = element("p", { class: "hint" }, "The answer to its submit was lost: Reelay does not know its id.");
  const box = element("li", { tabindex: -1 }, prompt, shape, bar, element("p", { class: "row" }, status, acts), note);

  return {
    box,
    show(task, now) {
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
