import type { ChatMessage, Piece, Sentence } from "../../core/chat.ts";
import type { Permission } from "../../core/command.ts";
import { type CommandSpec, commandSpecs } from "../../core/command-specs.ts";
import type { Trouble } from "../../core/health.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Spending } from "../../core/job/ledger.ts";
import { unknownOperator } from "../../core/operator.ts";
import { TRAITS } from "../../core/platform.ts";
import { DURATIONS, priceOf, RESOLUTIONS } from "../../core/request/price.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import { troubleText } from "../ask/price-questions.ts";
import { buttonFor } from "../card/buttons.ts";
import { command, message } from "../message.ts";
import { commandDescription, subcommandDescription } from "../specs.ts";
import type { Words } from "../words.ts";
import { spendingText } from "./job-list.ts";

export interface HelpFacts {
  readonly prefix: string;
  readonly platform: Owner["platform"];
  readonly retentionDays: number;
  /** Cards here have *Continue* and *Join*. */
  readonly canContinue: boolean;
  readonly saved: { readonly days: number; readonly hasLinks: boolean } | null;
  readonly hasKey: boolean;
  readonly spent: Spending | null;
  readonly trouble: Trouble | null;
  readonly troubles: readonly string[];
  readonly missing: readonly Permission[];
}

export function helpMessage(facts: HelpFacts, words: Words): ChatMessage {
  const { help } = words;
  const { prefix, platform, retentionDays, spent } = facts;
  const typed = TRAITS[platform].hasOptions ? `/${prefix} prompt: ${help.sample}` : `/${prefix} ${help.sample}`;
  const { start, prices, yours, know, now } = help.parts;
  return message({
    tone: "plain",
    title: help.title,
    sections: [
      {
        title: start,
        body: [
          ...(facts.hasKey ? [] : [help.addKey(command(prefix, "-key set"))]),
          help.describe(code(typed)),
          settings(prefix, platform, words),
          help.otherFlags(code("--ar 9:16")),
          help.several(command(prefix, "-batch")),
        ],
      },
      {
        title: prices,
        table: priceTable(words),
        body: [[help.pricesNote], [spent ? spendingText(spent, words) : help.spentUnknown]],
      },
      {
        title: yours,
        body: [
          help.key(command(prefix, "-key status"), command(prefix, "-key remove")),
          help.kept(retentionDays, command(prefix, "-data export"), command(prefix, "-data delete")),
          ...otherCommands(prefix, words),
          ...operatorLines(words),
        ],
      },
      {
        title: know,
        body: [...(facts.canContinue ? [[help.goOn], [help.join]] : []), ...expectations(facts, words)],
      },
      { title: now, body: healthNow(facts, words) },
    ],
    buttons: [
      buttonFor({ kind: "make_video" }, words),
      ...(facts.hasKey ? [] : [{ ...buttonFor({ kind: "add_key" }, words), style: "secondary" } as const]),
    ],
  });
}

export function operatorLines({ help, operator = unknownOperator }: Words): readonly Sentence[] {
  const { contact, termsUrl, privacyUrl } = operator;
  const pages: readonly Piece[] = [
    ...(termsUrl === null ? [] : [link(help.terms, termsUrl)]),
    ...(privacyUrl === null ? [] : [link(help.privacy, privacyUrl)]),
  ];
  return [
    ...(contact === null ? [] : [help.contact(linked(contact))]),
    ...(pages.length === 0 ? [] : [pages.flatMap((page, nth) => (nth === 0 ? [page] : [" · ", page]))]),
  ];
}

/** Discord does not turn a label that is itself an address into a link. */
function linked(contact: string): Piece {
  return parseUrl(contact)?.protocol === "https:" ? link(contact.replace("https://", ""), contact) : contact;
}

function link(label: string, url: string): Piece {
  return { kind: "link", label, url };
}

const NAMED: readonly CommandSpec["means"][] = ["make_video", "batch", "key", "data", "help"];

function otherCommands(prefix: string, { locale }: Words): readonly Sentence[] {
  const others = commandSpecs(prefix).filter(({ means }) => !NAMED.includes(means));
  return others.map((spec) => {
    const { means, bareWord } = spec;
    // Discord links a command that has subcommands only together with one of them.
    const typed = bareWord === undefined ? means : `${means} ${bareWord}`;
    return [command(prefix, `-${typed}`), ` · ${commandDescription(spec, locale)}`];
  });
}

function expectations({ saved }: HelpFacts, { help }: Words): readonly Sentence[] {
  if (saved === null) return [[help.cannotStop], [help.links]];
  return [[help.cannotStopSaved], [saved.hasLinks ? help.savedLinks(saved.days) : help.savedAlone(saved.days)]];
}

/** An unknown word is not repeated, because it may have been a key. */
export function subcommandHelp(of: string, prefix: string, words: Words): ChatMessage {
  const spec = commandSpecs(prefix).find(({ means }) => means === of);
  if (!spec) throw new Error(`there is no command for ${of}`);
  const lines = spec.subcommands.map((one) => [
    command(prefix, `-${of} ${one.name}`),
    ` · ${subcommandDescription(spec, one, words.locale)}`,
  ]);
  const parts = { tone: "plain", title: commandDescription(spec, words.locale), body: lines } as const;
  if (of !== "key") return message(parts);
  return message({
    ...parts,
    body: [...lines, [words.keys.ifItWasYourKey]],
    buttons: [buttonFor({ kind: "add_key" }, words)],
  });
}

function priceTable({ amounts }: Words): readonly (readonly string[])[] {
  return [
    ["", ...DURATIONS.map(amounts.seconds)],
    ...RESOLUTIONS.map((resolution) => [
      resolution,
      ...DURATIONS.map((duration) => amounts.credits(priceOf({ resolution, duration }))),
    ]),
  ];
}

/** Reports "all well" only if no permission is missing either. */
function healthNow({ trouble, troubles, missing }: HelpFacts, words: Words): readonly Sentence[] {
  const { help } = words;
  if (trouble === null && troubles.length + missing.length === 0) return [[help.allWell]];
  return [
    ...(trouble ? [[troubleText(trouble, words)]] : []),
    ...(troubles.length === 0 ? [] : [[help.trouble(troubles.join("; "))]]),
    ...missing.map((permission) => [help.missing[permission]]),
  ];
}

function settings(prefix: string, platform: Owner["platform"], { help }: Words): Sentence {
  if (TRAITS[platform].hasOptions) return help.options(command(prefix));
  return help.flags(code("--ratio 9:16 --duration 15 --resolution 720p --image https://…"), command(prefix));
}

function code(text: string) {
  return { kind: "code", text } as const;
}
