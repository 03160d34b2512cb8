import { button, element } from "../core/element.ts";
import type { DrawnField } from "./field.ts";

/** In a key form this word stands for the sandbox's own key. */
const WORD = "sandbox";

/** The page's own words beside a form that asks for a key; the form itself stays as the bot made it. */
export function drawKeyNote(fields: readonly DrawnField[]): readonly HTMLElement[] {
  const node = fields.find(({ name }) => name === "key")?.control.node;
  if (!(node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)) return [];
  const put = button("Put it in", { class: "chip" }, () => {
    node.value = WORD;
    node.focus();
  });
  const words = ["The sandbox says: here the word ", element("code", {}, WORD), " stands for a working key."];
  return [element("div", { class: "sandbox-note" }, element("p", {}, ...words), put)];
}
