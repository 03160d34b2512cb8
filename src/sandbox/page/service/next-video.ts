import { element, put } from "../core/element.ts";
import type { Part, Perform } from "./service.ts";

const fates: Readonly<Record<string, readonly [name: string, words: string]>> = {
  normal: ["As usual", "It takes its time and succeeds."],
  quick: ["Quick", "It is done in a moment."],
  slow: ["Slow", "It takes five times as long as usual."],
  jumpy: ["Jumpy", "Its progress stands still, then leaps."],
  fails: ["Fails", "It fails half way, and its credits come back."],
  stuck: ["Stuck", "It gets to 63 % and never ends by itself."],
  no_credits: ["No credits", "The submit is refused with 402. Nothing is charged."],
  bad_key: ["Bad key", "The submit is refused with 401. Nothing is charged."],
  bad_request: ["Bad request", "The submit is refused with 400. Nothing is charged."],
  lost_answer: ["Lost answer", "It is charged and made, but the answer to the submit is lost."],
  server_error: ["Server error", "The submit is answered with 500. Nothing is charged, which Reelay cannot know."],
  accepted_202: ["202 Accepted", "It is charged and made. The submit is answered with 202, and names the task."],
  error_with_task: [
    "Error with a task",
    "It is charged and made. The submit is answered with 500, but names the task.",
  ],
};

/** What the next paid call meets. */
export function drawNextVideo(perform: Perform): Part {
  const hint = element("p", { class: "hint", id: "fate-words" });
  const fate = element("select", { id: "fate", "aria-describedby": hint.id });
  const every = element("input", { type: "checkbox", id: "every" });
  const tell = () => perform("/sandbox/video/fate", { fate: fate.value, every: every.checked });
  let shown = "";
  const ask = async () => {
    if (!(await tell())) shown = "";
  };
  fate.addEventListener("change", () => void ask());
  every.addEventListener("change", () => void ask());

  return {
    box: element(
      "section",
      { class: "part", "aria-label": "The next video" },
      element("h3", {}, element("label", { for: fate.id }, "The next video")),
      element("p", { class: "row" }, fate, element("label", {}, every, "and every one after it")),
      hint,
    ),
    show({ video }) {
      const fresh = JSON.stringify([video.fate, video.every]);
      if (fresh === shown) return;
      shown = fresh;
      if (fate.childElementCount === 0)
        fate.append(...video.fates.map((value) => element("option", { value }, fates[value]?.[0] ?? value)));
      fate.value = video.fate;
      every.checked = video.every === video.fate && video.every !== "normal";
      put(hint, fates[video.fate]?.[1] ?? "");
    },
  };
}
