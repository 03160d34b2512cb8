import { FRAME } from "./discord-desk.ts";
import type { Lived } from "./life.ts";
import { isFinal, type Seen } from "./screen.ts";

/** An answer of any size: what the sockets of loopback hold for nobody, and the collector has not collected yet. */
const BYTES_TAKEN_MAX = 24_000_000;
const BYTES_HELD_MAX = 80_000_000;

const MAYBE_CHARGED = ["It may have been charged: up to 95 credits.", "Check your dashboard"];

/** The claims that did not hold; none in a good life. */
export function judge(lived: Lived): readonly string[] {
  const broken: string[] = [];
  const claim = (holds: boolean, otherwise: string) => {
    if (!holds) broken.push(otherwise);
  };
  const { cell, job, charges, met, visits, unhandled } = lived;
  claim(met === 1, `the fault was met ${met} times`);
  claim(!lived.isStuck && job.state.status === "closed", `the life did not end: ${job.state.status}`);
  claim(job.state.status === "closed" && job.state.told, "the job was not closed as told");
  claim(charges <= 1, `charged ${charges} times`);
  claim(visits === 0, `a redirect was followed ${visits} times`);
  claim(unhandled.length === 0, `nobody handled: ${unhandled.join(", ")}`);
  claim(lived.lies.length === 0, "“nothing was charged” was said beside a charge");
  const thrown = lived.log.lines.filter(({ event }) => event === "step failed");
  claim(thrown.length === 0, `a step threw: ${thrown.map(({ fields }) => fields.error).join(", ")}`);
  if (cell.fault.isLarge) {
    claim(lived.bytesTaken <= BYTES_TAKEN_MAX, `${lived.bytesTaken} bytes were taken`);
    claim(lived.bytesHeld <= BYTES_HELD_MAX, `${lived.bytesHeld} bytes were held`);
  }
  judgeWords(lived, claim);
  return broken;
}

/** The last state of everything that is a final word: there has to be one. */
export function finalWords({ screen }: Lived): readonly Seen[] {
  return screen.visible().filter(isFinal);
}

/** The new messages that rang: a notification, or in its place a whisper or a card that had to move. */
export function calls({ screen }: Lived): readonly Seen[] {
  return screen.read().filter(({ kind }) => kind !== "card");
}

function judgeWords(lived: Lived, claim: (holds: boolean, otherwise: string) => void): void {
  const finals = finalWords(lived);
  claim(finals.length === 1, `${finals.length} final words`);
  const stale = lived.screen.visible().filter((seen) => seen.kind === "card" && !isFinal(seen));
  claim(stale.length === 0, `${stale.length} cards stand there as if under way`);
  const rung = calls(lived).length;
  const due = staysSilent(lived) ? 0 : 1;
  claim(rung === due, `${rung} notifications instead of ${due}`);

  const words = finals.map(({ lines }) => lines.join(" ")).join(" ");
  const says = (...texts: readonly string[]) => texts.every((text) => words.includes(text));
  const { act, fault } = lived.cell;
  if (act === "film" || act === "frame") {
    // Given up for nothing, or paid for with the frame that the card shows.
    const isMade = lived.charges === 1 && lived.imageUrl === FRAME && says("The video is ready", "95 credits used.");
    claim(isMade || (lived.charges === 0 && /nothing was charged/i.test(words)), "a video began without its frame");
    return;
  }
  switch (act === "start" ? fault.start : "started") {
    case "no":
      claim(lived.charges === 0 && says("Nothing was charged"), "a clear no is not told as one");
      break;
    case "unsent":
    case "later":
    case "started":
      claim(lived.charges === 1 && says("The video is ready", "95 credits used."), "the video did not come");
      break;
    case "lost":
    case "cannot tell":
      claim(says(...MAYBE_CHARGED), "it is not told that it may have been charged");
  }
}

/** A way without a nonce: a post that may have arrived is not made again, and this one had not arrived. */
function staysSilent({ cell: { act, place, fault, isCarriedOut } }: Lived): boolean {
  const isUnclear = fault.chat === "unclear" || (place === "slack" && fault.chat === "no by status");
  return act === "post" && place !== "discord" && isUnclear && !isCarriedOut;
}
