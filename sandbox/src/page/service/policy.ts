import { element } from "../core/element.ts";
import type { Part, Perform } from "./part.ts";

/** The desk of an operator's own service of rules on prompts: which words it refuses. */
export function drawPolicy(perform: Perform): Part {
  const hint = element("p", { class: "hint", id: "policy-words" }, "Words with commas between; none, if left empty.");
  const input = element("input", { id: "policy", type: "text", maxlength: 1_000, "aria-describedby": hint.id });
  let shown = "";
  input.addEventListener("change", () => {
    void perform("/sandbox/policy", { words: input.value }).then((isDone) => {
      if (!isDone) input.value = shown;
    });
  });
  const box = element(
    "section",
    { class: "part policy", "aria-label": "Rules on prompts" },
    element("h3", {}, element("label", { for: input.id }, "Refuse prompts that hold")),
    input,
    hint,
  );

  return {
    box,
    show({ refusedWords }) {
      if (refusedWords === shown) return;
      shown = refusedWords;
      input.value = refusedWords;
    },
  };
}
