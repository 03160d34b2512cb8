import { type DeskAnswer, goodBytes } from "./answer.ts";
import type { Fault, StartFate, Step } from "./fault.ts";

/** Places where an answer breaks off: the part of its bytes that arrives. */
const places: readonly { readonly name: string; readonly keep: (bytes: Buffer, answer: DeskAnswer) => number }[] = [
  { name: "before the answer", keep: () => 0 },
  { name: "in the status line", keep: () => "HTTP/1.1 20".length },
  { name: "after the status line", keep: (bytes) => bytes.indexOf("\r\n") + 2 },
  { name: "in the headers", keep: (bytes) => bytes.indexOf("Content-Length") + 4 },
  { name: "after the headers", keep: bodyAt },
  { name: "in the body, before the id is whole", keep: (bytes, { id }) => bytes.indexOf(id, bodyAt(bytes)) + 1 },
  { name: "one byte before the end", keep: (bytes) => bytes.length - 1 },
];

const ends: readonly { readonly name: string; readonly step: Step }[] = [
  { name: "reset", step: "reset" },
  { name: "closed", step: "close" },
  { name: "silence", step: "silence" },
];

/** A reset, an end or a silence at each place of an answer. */
export const cuts: readonly Fault[] = ends.flatMap(({ name: end, step }) =>
  places.map(({ name: place, keep }): Fault => {
    const start: StartFate = place === "one byte before the end" ? "started" : "cannot tell";
    const script = (answer: DeskAnswer): readonly Step[] => {
      const bytes = goodBytes(answer);
      const part = bytes.subarray(0, keep(bytes, answer));
      return part.length === 0 ? [step] : [part, step];
    };
    return { name: `${end} ${place}`, strike: { kind: "answer", script }, start, chat: "unclear" };
  }),
);

function bodyAt(bytes: Buffer): number {
  return bytes.indexOf("\r\n\r\n") + 4;
}
