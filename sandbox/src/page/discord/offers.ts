import type { Choice, Option, Usable } from "./commands.ts";
import { readLine, type Typed } from "./typed.ts";

/** Something that is offered for a line: a command, or an option of the one that stands there. */
export type LineOffer =
  | { readonly kind: "command"; readonly usable: Usable }
  | { readonly kind: "option"; readonly usable: Usable; readonly typed: Typed; readonly option: Option };

/** What is offered for the line typed so far: commands until one is complete, then what may be added to it. */
export function offersFor(line: string, usables: readonly Usable[]): readonly LineOffer[] {
  if (!line.startsWith("/")) return [];
  const read = readLine(line, usables);
  if (read.kind === "command" && line.length > read.usable.path.length + 1) {
    const { usable, typed } = read;
    return usable.options
      .filter(({ name }) => typed[name] === undefined)
      .map((option) => ({ kind: "option", usable, typed, option }));
  }
  const said = line.slice(1).toLowerCase();
  const fitting = usables.filter(({ path }) => path.includes(said));
  const begun = fitting.filter(({ path }) => path.startsWith(said));
  return [...begun, ...fitting.filter((one) => !begun.includes(one))].map((usable) => ({ kind: "command", usable }));
}

/** The choices that fit what was typed; all of them where one of them stands there already, or none fits. */
export function choicesFor(typed: string, choices: readonly Choice[]): readonly Choice[] {
  const said = typed.trim().toLowerCase();
  const isChosen = choices.some(({ name, value }) => [name, value].some((each) => each.toLowerCase() === said));
  const fitting = choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(said));
  return isChosen || fitting.length === 0 ? choices : fitting;
}
