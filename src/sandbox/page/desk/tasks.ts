import { button, element, put } from "../core/element.ts";
import { type Json, number, text } from "../core/json.ts";
import type { Part, Perform } from "./desk.ts";

/** So many are shown, the newest first. */
const SHOWN = 12;

interface Row {
  readonly box: HTMLElement;
  show(task: Json, now: number): void;
}

/** The service's tasks as they are. A row stays the same element, so that a pressed button keeps the focus. */
export function drawTasks(perform: Perform): Part {
  const rows = new Map<string, Row>();
  const list = element("ul", { class: "tasks", "aria-label": "Tasks, newest first" });
  const hint = element("p", { class: "hint" });
  let order = "";

  return {
    box: element("section", { class: "part is-wide", "aria-label": "Tasks" }, element("h3", {}, "Tasks"), list, hint),
    show({ video, now }) {
      const newest = video.tasks.slice(-SHOWN).reverse();
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
      put(hint, hintFor(video.tasks.length));
    },
  };
}

function hintFor(count: number): string {
  if (count === 0) return "No video was asked for yet. Use /video on Discord or on Slack.";
  if (count <= SHOWN) return "";
  return count === SHOWN + 1 ? "One older task is not shown." : `${count - SHOWN} older tasks are not shown.`;
}

function drawRow(taskId: string, perform: Perform): Row {
  const prompt = element("p", { class: "prompt" });
  const shape = element("p", { class: "shape" });
  const bar = element("progress", { max: 100 });
  const status = element("span", { class: "status" });
  const settle = (to: "succeeded" | "failed", label: string) =>
    button(label, { class: "chip" }, () => perform("/sandbox/video/settle", { taskId, status: to }));
  const acts = element("span", { class: "acts" }, settle("succeeded", "Finish"), settle("failed", "Fail"));
  const note = element("p", { class: "hint" }, "The answer to its submit was lost: Reelay does not know its id.");
  const box = element("li", {}, prompt, shape, bar, element("p", { class: "row" }, status, acts), note);

  return {
    box,
    show(task, now) {
      const words = text(task.prompt);
      if (prompt.textContent !== words) {
        prompt.textContent = words;
        prompt.title = words;
        shape.textContent = shapeOf(task);
        bar.setAttribute("aria-label", `Progress of “${words.slice(0, 40)}”`);
      }
      box.className = task.isStuck === true ? "is-stuck" : `is-${text(task.status)}`;
      bar.value = number(task.progress) ?? 0;
      put(status, statusOf(task, now));
      acts.hidden = task.status !== "running";
      note.hidden = task.fate !== "lost_answer";
    },
  };
}

function shapeOf(task: Json): string {
  const from = task.type === "image2video" ? "from a picture" : "from words";
  const parts = [text(task.aspectRatio), `${number(task.duration)} s`, text(task.resolution), from];
  return `${parts.join(" · ")} · ${number(task.creditsUsed)} credits`;
}

/** What is so, in words. */
function statusOf(task: Json, now: number): string {
  const progress = number(task.progress) ?? 0;
  const endsAt = number(task.endsAt) ?? now;
  if (task.status === "succeeded") return `Done after ${seconds(endsAt - (number(task.startedAt) ?? endsAt))}`;
  if (task.status === "failed") return `Failed at ${progress} %, ${number(task.creditsUsed)} credits came back`;
  if (task.isStuck === true) return `Stuck at ${progress} %`;
  if (endsAt === Number.MAX_SAFE_INTEGER) return `Running ${progress} %, will get stuck`;
  return `Running ${progress} %, ends in ${seconds(endsAt - now)}`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`;
}
