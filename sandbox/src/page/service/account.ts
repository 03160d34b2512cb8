import { button, element, put } from "../core/element.ts";
import type { Part, Perform } from "./part.ts";
import { ledgerWords } from "./words.ts";

/** What a filled account holds. */
const FULL = 5_000;

/** What is left, and what became of the rest. */
export function drawAccount(perform: Perform): Part {
  const credits = element("strong", { class: "credits" });
  const words = element("p", { class: "hint" });
  const ledger = element("span");
  const set = (label: string, to: number) =>
    button(label, { class: "chip" }, () => perform("/sandbox/video/credits", { credits: to }));
  const box = element(
    "section",
    { class: "part account", "aria-label": "Account" },
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
      put(credits, video.credits.toLocaleString());
      put(words, video.credits === 0 ? "The next video is refused for lack of credits." : "");
      put(ledger, ledgerWords(video.ledger));
    },
  };
}
