import { answerBytes, type DeskAnswer } from "./answer.ts";
import type { ChatFate, Fault, StartFate } from "./fault.ts";

type Bytes = (answer: DeskAnswer) => Buffer;

const fault = (name: string, bytes: Bytes, [start, chat]: readonly [StartFate, ChatFate]): Fault => ({
  name,
  strike: { kind: "answer", script: (answer) => [bytes(answer), "close"] },
  start,
  chat,
});
const json = (value: unknown) => answerBytes("200 OK", JSON.stringify(value));
const cannotTell = ["cannot tell", "unclear"] as const;

/** A 200 with something in it that is not what was asked for. */
export const oddBodies: readonly Fault[] = [
  fault("200 with nothing in it", () => answerBytes("200 OK", ""), cannotTell),
  fault(
    "200 with HTML",
    () => answerBytes("200 OK", "<html>login</html>", ["Content-Type: text/html", "Content-Length: 18"]),
    cannotTell,
  ),
  fault("200 with one word", () => answerBytes("200 OK", "maintenance"), cannotTell),
  fault("200 with half of its JSON", ({ json: whole, id }) => cutBefore(JSON.stringify(whole), id), cannotTell),
  fault("200 with {}", () => json({}), cannotTell),
  fault("200 with null", () => json(null), cannotTell),
  fault("200 with a list", () => json([{ hello: "world" }]), cannotTell),
  fault("its own clear no", ({ no }) => answerBytes(`${no.status} No`, JSON.stringify(no.json)), ["no", "no"]),
  fault("somebody else's id", ofAnother, ["lost", "misattributed"]),
  fault("invalid UTF-8 in the id", ({ json: whole, id }) => withBadByte(JSON.stringify(whole), id), [
    "lost",
    "misattributed",
  ]),
];

function cutBefore(text: string, id: string): Buffer {
  return answerBytes("200 OK", text.slice(0, text.indexOf(id)));
}

function ofAnother({ json: whole, id, foreign }: DeskAnswer): Buffer {
  return foreign === undefined
    ? answerBytes("200 OK", JSON.stringify(whole).replaceAll(`"${id}"`, `"${otherId(id)}"`))
    : json(foreign);
}

/** Of the same form, with another last digit. */
function otherId(id: string): string {
  return id.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

function withBadByte(text: string, id: string): Buffer {
  const at = text.indexOf(id) + id.length;
  const bytes = Buffer.from(text);
  return answerBytes("200 OK", Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at)]));
}
