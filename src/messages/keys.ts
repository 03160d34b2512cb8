import type { ChatMessage, Piece, Sentence } from "../core/chat.ts";
import type { KeyVerdict } from "../core/ports.ts";
import { unreachable } from "../core/result.ts";
import { addKeyButton, removeAnywayButton } from "./buttons.ts";
import { countText } from "./credits-text.ts";
import { message, paragraphs } from "./message.ts";

const WHERE = "You get a key in the dashboard of your account at the video service.";

/** A request came before its key. `goesOn`: it is kept and starts by itself once the key is there, else by that button. */
export function noKeyYet(goesOn: boolean, button = "Again"): ChatMessage {
  const next = goesOn
    ? "Your request is kept for an hour and goes on by itself once the key is saved."
    : `Add it, then press ${button}.`;
  return message({
    tone: "waiting",
    title: "Your own API key comes first",
    body: paragraphs(
      `Videos are paid with your own account at the video service. ${WHERE}`,
      next,
      "Nothing was charged.",
    ),
    buttons: [addKeyButton],
  });
}

/** The key is being tested. */
export function checkingKey(): ChatMessage {
  return message({ tone: "waiting", title: "Checking your key…", body: paragraphs("This costs no credits.") });
}

/** The key is stored; `goesOn`: a request that had waited for it has started. */
export function keySaved(lastFour: string, verdict: "good" | "unchecked", goesOn: boolean): ChatMessage {
  const going = goesOn ? ["The request that waited for it goes on now."] : [];
  if (verdict === "good") {
    const next = goesOn ? going : ["You can make videos now."];
    const body = paragraphs(`Your key${endingIn(lastFour)} works and is stored encrypted.`, ...next);
    return message({ tone: "good", title: "Your key is saved", body });
  }
  const unchecked = `Your key${endingIn(lastFour)} is stored encrypted. The video service gave no clear answer, so nobody knows yet whether it works.`;
  return message({
    tone: "unsure",
    title: "Your key is saved, but unchecked",
    body: paragraphs(unchecked, ...(goesOn ? going : ["The first video will tell."])),
  });
}

/** The key is stored, but the request that had waited for it was refused. */
export function keySavedButRefused(saved: ChatMessage, refusal: ChatMessage): ChatMessage {
  const why = paragraphs("The request that waited for it was not started. Send it again later.");
  return { ...saved, tone: "unsure", body: [...saved.body, ...why, ...refusal.body], buttons: refusal.buttons };
}

/** The service does not accept the key that was typed; it was not stored. */
export function badKey(): ChatMessage {
  return message({
    tone: "bad",
    title: "This key does not work",
    body: paragraphs(
      "The video service does not accept this key, so it was not saved. A key you saved before stays as it is.",
      `Copy it once more and add it again. ${WHERE}`,
    ),
    buttons: [addKeyButton],
  });
}

/** What was typed cannot be a key; the first string stands at the form's field. */
export function notAKey(isEmpty: boolean): { readonly text: string; readonly message: ChatMessage } {
  const text = isEmpty
    ? "Paste your API key here."
    : "A key is one word without spaces. Copy it once more and paste it here.";
  const body = paragraphs(text, "Nothing was saved.");
  return { text, message: message({ tone: "bad", title: "This is not a key", body, buttons: [addKeyButton] }) };
}

/** A word behind the command that is none of its own, and may have been the key itself. */
export function unknownKeyWord(prefix: string): ChatMessage {
  const command = (word: string): Piece => ({ kind: "code", text: `/${prefix}-key ${word}` });
  const words: Sentence = ["Type ", command("set"), ", ", command("status"), " or ", command("remove"), "."];
  const body = [words, ...paragraphs("If that was your key: it was not kept. The button opens a private form for it.")];
  return message({ tone: "plain", title: "That word is not known", body, buttons: [addKeyButton] });
}

/** Which key is stored and whether it works. */
export function keyStatus(lastFour: string, verdict: KeyVerdict): ChatMessage {
  const stored = `Your key${endingIn(lastFour)} is stored encrypted.`;
  switch (verdict) {
    case "good":
      return message({ tone: "good", title: "Your key works", body: paragraphs(stored) });
    case "bad":
      return message({
        tone: "bad",
        title: "Your key does not work",
        body: paragraphs(stored, "The video service does not accept it. Add a new one."),
        buttons: [addKeyButton],
      });
    case "unchecked":
      return message({
        tone: "unsure",
        title: "Your key could not be checked",
        body: paragraphs(stored, "The video service gave no clear answer. Ask again in a few minutes."),
      });
    default:
      return unreachable(verdict);
  }
}

/** A key is stored, and nobody has asked whether it works. */
export function keyStored(lastFour: string): ChatMessage {
  const body = paragraphs(`Your key${endingIn(lastFour)} is stored encrypted.`);
  return message({ tone: "plain", title: "Your API key", body });
}

/** There is no key to look at. */
export function noKeyStored(): ChatMessage {
  return message({
    tone: "plain",
    title: "No key is stored",
    body: paragraphs(`Add your own API key to make videos. ${WHERE}`),
    buttons: [addKeyButton],
  });
}

/** The key is forgotten; `openJobs` videos still end with the copy they started with. */
export function keyRemoved(openJobs: number): ChatMessage {
  const still = openJobs === 0 ? [] : [stillOpen(openJobs)];
  return message({
    tone: "good",
    title: "Your key is removed",
    body: paragraphs("Reelay has forgotten it.", ...still),
  });
}

/** Asks once more before a key is removed on which videos still depend. */
export function confirmKeyRemoval(openJobs: number): ChatMessage {
  return message({
    tone: "unsure",
    title: "Remove your key now?",
    body: paragraphs(stillOpen(openJobs), "Without a key you cannot make new videos until you add one."),
    buttons: [removeAnywayButton],
  });
}

/** There was no key to remove. */
export function nothingToRemove(): ChatMessage {
  return message({ tone: "plain", title: "No key is stored", body: paragraphs("There is nothing to remove.") });
}

function stillOpen(openJobs: number): string {
  const videos = countText(openJobs, "video");
  return openJobs === 1
    ? `${videos} is still on its way. It keeps an encrypted copy of the key until it ends.`
    : `${videos} are still on their way. They keep an encrypted copy of the key until they end.`;
}

/** A short key has no last four to show. */
function endingIn(lastFour: string): string {
  return lastFour === "" ? "" : ` (ends in ${lastFour})`;
}
