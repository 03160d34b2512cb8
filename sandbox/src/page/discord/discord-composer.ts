import { type Composer, openComposer } from "../chat/composer.ts";
import type { Offer, Offered } from "../chat/offer-list.ts";
import type { Channel } from "../chat/timeline-view.ts";
import { record, records, text } from "../core/json.ts";
import { act, type Seat } from "../core/page-state.ts";
import {
  acceptOf,
  choicesFor,
  commandsAt,
  commandsFor,
  isExactly,
  type Line,
  optionAt,
  readLine,
  readUse,
  type Usable,
  usablesOf,
  writeLine,
} from "./commands.ts";

const REST_MS = 200;

type Command = Extract<Line, { kind: "command" }>;

export function discordComposer(
  form: HTMLFormElement,
  at: { seatNow(): Seat; channelNow(): Channel; sent(): void },
): Composer {
  const { seatNow, channelNow } = at;
  const usables = () => usablesOf(commandsAt(seatNow(), channelNow().id));

  const composer = openComposer(form, {
    label: "Command on Discord",
    filesLabel: "Picture on Discord",
    listId: "discord-offers",
    async help(line, { isStill }) {
      const read = readLine(line, usables());
      if (read.kind === "command" && line.length > read.usable.path.length + 1) return behind(read, line, isStill);
      const offers = commandsFor(line, usables()).map(ofCommand);
      const isWhole = read.kind === "command" && !read.usable.options[0]?.isRequired;
      return offers.length === 0 ? undefined : { heading: "Reelay", offers, isFirstTaken: !isWhole };
    },
    accept(line) {
      const read = readLine(line, usables());
      const wanted = read.kind === "command" && read.usable.options.find(({ kind }) => kind === "file");
      return wanted ? acceptOf(wanted.fileTypes) : "image/*";
    },
    problemWith(line, files) {
      const read = readLine(line, usables());
      if (read.kind === "unknown") return "Unknown command. Type / to see all commands.";
      const use = read.kind === "command" && readUse(read.usable, read.typed, files);
      return use && "why" in use ? use.why : undefined;
    },
    async send(line, files) {
      at.sent();
      const channelId = channelNow().id;
      const read = readLine(line, usables());
      if (read.kind !== "command")
        return seatNow().act("/sandbox/discord/post", { content: line, picture: files, channelId });
      const { name, subcommand } = read.usable;
      return seatNow().act("/sandbox/discord/command", {
        name,
        subcommand,
        channelId,
        ...readUse(read.usable, read.typed, files),
      });
    },
  });

  const ofCommand = (usable: Usable): Offer => ({
    title: `/${usable.path}`,
    detail: usable.description,
    note: usable.options.map(({ name }) => name).join(" "),
    isOfApp: true,
    choose: () => composer.type(`/${usable.path} `),
  });

  async function behind(
    { usable, typed }: Command,
    line: string,
    isStill: () => boolean,
  ): Promise<Offered | undefined> {
    const option = optionAt(line, usable, typed);
    const typedText = (option && typed[option.name]) ?? "";
    const put = (value: string) => () =>
      option && composer.type(`${writeLine(usable, { ...typed, [option.name]: value })} `);
    const heading = option ? `${option.name}: ${option.description}` : `/${usable.path}: ${usable.description}`;
    if (option && option.choices.length > 0) {
      const offers = choicesFor(typedText, option.choices).map(({ name, value }) => ({
        title: name,
        choose: put(value),
      }));
      return { heading, offers, isFirstTaken: !isExactly(typedText, option.choices) };
    }
    if (option?.isSuggested) {
      await new Promise((rested) => setTimeout(rested, REST_MS));
      if (!isStill()) return undefined;
      const asked = { name: usable.name, subcommand: usable.subcommand, option: option.name, typed: typedText };
      const done = await act("/sandbox/discord/suggest", { person: seatNow().personId, ...asked });
      if (!done.ok) return { heading: "Loading options failed", offers: [], isFirstTaken: false };
      const names = records(record(done.body).choices).map(({ name }) => text(name));
      const offers = names.filter((name) => name !== typedText).map((name) => ({ title: name, choose: put(name) }));
      if (offers.length > 0) return { heading, offers, isFirstTaken: false };
    }
    const word = /\S*$/.exec(line)?.[0] ?? "";
    const left = usable.options.filter(({ name, kind }) => typed[name] === undefined && kind !== "file");
    const offers = left
      .filter(({ name }) => name.startsWith(word))
      .map(({ name, description }) => ({
        title: name,
        detail: description,
        choose: () => composer.type(`${line.slice(0, line.length - word.length)}${name}:`),
      }));
    return { heading: `/${usable.path}: ${usable.description}`, offers, isFirstTaken: false };
  }

  return composer;
}
