import { button, element } from "../core/element.ts";
import { type Json, number, text } from "../core/json.ts";
import type { Desk } from "../core/state.ts";

type Act = (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>;

const words: Readonly<Record<string, string>> = {
  normal: "as usual",
  quick: "done at once",
  slow: "takes its time",
  fails: "fails half way, credits come back",
  stuck: "never ends by itself",
  no_credits: "refused: not enough credits (402)",
  bad_key: "refused: bad key (401)",
  bad_request: "refused: bad request (400)",
  lost_answer: "charged, but the answer is lost",
  server_error: "refused: server error (500)",
};

/** The service's own view: its account, the next call's fate, its tasks. */
export function drawDesk(box: HTMLElement, act: Act): (desk: Desk) => void {
  const credits = element("strong");
  const ledger = element("span");
  const fate = element("select", { id: "fate" });
  const every = element("input", { type: "checkbox", id: "every" });
  const tasks = element("ul", { class: "tasks" });
  const emptied = button("Empty the account", { class: "chip" }, () => act("/sandbox/video/credits", { credits: 0 }));
  const filled = button("Fill it", { class: "chip" }, () => act("/sandbox/video/credits", { credits: 5_000 }));
  const tell = () => act("/sandbox/video/fate", { fate: fate.value, every: every.checked });
  fate.addEventListener("change", () => void tell());
  every.addEventListener("change", () => void tell());
  box.append(
    element("h2", {}, "The video service's desk"),
    element("p", { class: "row" }, element("span", {}, "Credits: ", credits), ledger, filled, emptied),
    element(
      "p",
      { class: "row" },
      element("label", { for: "fate" }, "The next video"),
      fate,
      element("label", {}, every, " and every one after it"),
    ),
    tasks,
  );

  let drawn = "";
  return (desk) => {
    const fresh = JSON.stringify(desk);
    if (fresh === drawn) return;
    drawn = fresh;
    credits.textContent = desk.credits.toLocaleString();
    const { charged, refunded, tasks: count } = desk.ledger;
    ledger.textContent = `charged ${number(charged)} · refunded ${number(refunded)} · tasks ${number(count)}`;
    if (fate.childElementCount === 0)
      fate.append(...desk.fates.map((value) => element("option", { value }, words[value] ?? value)));
    fate.value = desk.fate;
    every.checked = desk.every === desk.fate && desk.every !== "normal";
    tasks.replaceChildren(
      ...[...desk.tasks]
        .reverse()
        .slice(0, 12)
        .map((task) => drawTask(task, act)),
    );
  };
}

function drawTask(task: Json, act: Act): HTMLElement {
  const taskId = text(task.id);
  const status = text(task.status);
  const progress = number(task.progress) ?? 0;
  const end = (to: "succeeded" | "failed", label: string) =>
    button(label, { class: "chip" }, () => act("/sandbox/video/settle", { taskId, status: to }));
  return element(
    "li",
    { class: `is-${status}` },
    element("span", { class: "prompt" }, text(task.prompt)),
    element(
      "small",
      {},
      `${text(task.aspectRatio)} · ${number(task.duration)} s · ${text(task.resolution)} · ${number(task.creditsUsed)} credits`,
    ),
    element("progress", { max: 100, value: progress, "aria-label": "Progress" }),
    element("span", { class: "status" }, status === "running" ? `${progress} %` : status),
    ...(status === "running" ? [end("succeeded", "Finish"), end("failed", "Fail")] : []),
  );
}
