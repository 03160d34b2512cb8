import { describe, expect, test } from "vitest";
import type { Tone } from "../../../src/core/chat.ts";
import { commandSpecs, messageCommandSpecs } from "../../../src/core/command-specs.ts";
import type { Translation } from "../../../src/messages/catalogue.ts";
import { localisedMessageSpecs, localisedSpecs } from "../../../src/messages/specs.ts";
import { en } from "../../../src/messages/words/en.ts";
import { es } from "../../../src/messages/words/es.ts";
import { fr } from "../../../src/messages/words/fr.ts";
import { ja } from "../../../src/messages/words/ja.ts";
import { ptBr } from "../../../src/messages/words/pt-BR.ts";
import { wordsIn } from "../../../src/messages/words.ts";
import { everyForm, everyMessage } from "../every-message.ts";
import { sentencesOf, wordsOf } from "../words-of.ts";

const LETTER = "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー々]";
const own = Object.values({ ...ja.slackForms, whyHere: ja.frontEnd.whyHere }).filter(
  (each) => typeof each === "string",
);
const shown = [
  ...everyMessage(ja).flatMap((message) => wordsOf(message).split("\n")),
  ...everyForm(ja).flatMap(({ title, submit, note }) => [title, submit, note ?? ""]),
  ...own,
];
const texts = [...sentencesOf(ja).map(([, text]) => text), ...shown];

function those(all: readonly string[], pattern: string): readonly string[] {
  const wrong = new RegExp(pattern, "u");
  return [...new Set(all)].filter((text) => wrong.test(text));
}

test("Japanese texts use full-width punctuation without a space after it", () => {
  expect(texts.length).toBeGreaterThan(300);
  expect(those(texts, `${LETTER}[(),.!?:;]|[(),.!?;]${LETTER}`)).toEqual([]);
  expect(those(shown, "[。、：（！？] ")).toEqual([]);
});

test("Japanese texts have no space between a Japanese letter and a Latin word or number", () => {
  // Spaces are correct around blanks, commands, URLs and flags.
  const apart = /⟨.⟩|(?:742|753)(?: MB)?|(?:--|https:)\S*/g;
  const sentences = sentencesOf(ja).map(([, text]) => text.replace(apart, ""));
  expect(those(sentences, `${LETTER} [A-Za-z0-9]|[A-Za-z0-9] ${LETTER}| ）`)).toEqual([]);
});

test("Japanese texts use only one word each for “refund”, “link”, “response” and “you”", () => {
  expect(those(texts, "返金|払い戻|戻り|戻る|アドレス|返事|ご自身|あなたの|あなた自身")).toEqual([]);
});

/** "1" with a plural noun, or a singular noun with a plural verb or participle. */
const disagreeing = [
  /(?<![\d.,])1 (?:créditos|vídeos|pedidos|comandos|arquivos|registros|dias|minutos|horas)\b/,
  /(?<![\d.,])1 (?:outro )?(?:crédito|vídeo|pedido|arquivo)\b[^.,;:]* (?:foram|serão|tenham|ficaram|estão|acabaram|mantêm|podem|devolvidos|cobrados|gastos|iniciados)\b/,
  /\b(?:voltaram|ficaram|são|os registros mais) 1\b/,
];

test("Portuguese texts use the singular after the number 1", () => {
  const texts = sentencesOf(ptBr, [1, 1, 1]).filter(([, text]) => /(?<!\d)1 (?:outro )?\p{L}/u.test(text));
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter(([, text]) => disagreeing.some((wrong) => wrong.test(text)))).toEqual([]);
});

test("Portuguese texts never use a form of “voltar” or “reembolsar” for refunds", () => {
  expect(sentencesOf(ptBr).filter(([, text]) => /reembols|\b(?:volta|voltou|voltam|voltaram)\b/.test(text))).toEqual(
    [],
  );
});

function everyTextIn(words: Translation): readonly string[] {
  return sentencesOf(words).map(([, text]) => text);
}

/** All texts, and every message with its numbers. */
function everySentenceIn(words: Translation): readonly string[] {
  return [...everyTextIn(words), ...everyMessage(words).flatMap((message) => wordsOf(message).split("\n"))];
}

describe("the French texts", () => {
  const texts = everyTextIn(fr);

  test("address everybody with “vous”", () => {
    expect(texts.filter((text) => /\bvous\b/i.test(text)).length).toBeGreaterThan(50);
    const all = everySentenceIn(fr);
    expect(all.filter((text) => /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|tien|tienne)(?!\p{L})|\bt’/iu.test(text))).toEqual(
      [],
    );
  });

  test("have a no-break space before : ; ! ? and inside « »", () => {
    expect(texts.filter((text) => /«\u00a0.+\u00a0»/.test(text)).length).toBeGreaterThan(5);
    // A colon in a URL or in a ratio such as 16:9 does not count.
    expect(texts.filter((text) => /(?<![\u00a0\u202f])(?:[;!?»]|:(?![\d/]))|«(?!\u00a0)| %/u.test(text))).toEqual([]);
  });

  test.for([
    [fr.state.failed(1), "Échec, 1 crédit remboursé"],
    [fr.state.failed(95), "Échec, 95 crédits remboursés"],
    [fr.outcome.refund(1), "1 crédit vous a été remboursé."],
    [fr.outcome.refund(95), "95 crédits vous ont été remboursés."],
    [fr.unknown.mayBeCharged(1), "Jusqu’à 1 crédit a peut-être été débité."],
    [fr.unknown.mayBeCharged(95), "Jusqu’à 95 crédits ont peut-être été débités."],
    [fr.data.parts.kept(1), "1 demande pas encore lancée"],
  ] as const)("use the right singular or plural in “%s”", ([text, agreed]) => {
    expect(text).toBe(agreed);
  });
});

describe("the Spanish texts", () => {
  const texts = everyTextIn(es);

  test("use Latin American vocabulary", () => {
    const ofSpain =
      /vídeo|\bcoste\b|\bañad|\bpuls[ae]|pulsaci|caduc|consig|comprueb|comprob|\bajustes\b|petici|ordenador|vosotros|\bvuestr|en marcha|por nuestra parte/i;
    expect(everySentenceIn(es).filter((text) => ofSpain.test(text))).toEqual([]);
  });

  test("address nobody with “usted”", () => {
    expect(texts.filter((text) => /\busted(?:es)?\b/i.test(text))).toEqual([]);
  });

  test("quote with “ ” instead of « » or straight quotes", () => {
    expect(texts.filter((text) => text.includes("“")).length).toBeGreaterThan(5);
    expect(texts.filter((text) => /[«»"]/.test(text))).toEqual([]);
  });

  test("begin questions with ¿ and exclamations with ¡", () => {
    const count = (text: string, mark: string) => text.split(mark).length;
    for (const text of texts) {
      expect(count(text, "¿"), text).toBe(count(text, "?"));
      expect(count(text, "¡"), text).toBe(count(text, "!"));
    }
  });

  test.for([
    [es.data.parts.costs(1), "lo que costó 1 video"],
    [es.data.parts.costs(2), "lo que costaron 2 videos"],
    [es.outcome.refund(1), "Se te devolvió 1 crédito."],
    [es.outcome.refund(95), "Se te devolvieron 95 créditos."],
    [es.state.failed(1), "Falló, 1 crédito devuelto"],
    [es.state.failed(95), "Falló, 95 créditos devueltos"],
  ] as const)("use the right singular or plural in “%s”", ([text, agreed]) => {
    expect(text).toBe(agreed);
  });
});

const all = everyMessage(en);
const titled = (tone: Tone): ReadonlySet<string> =>
  new Set(all.filter((one) => one.tone === tone).map(({ title }) => title));
const tonesOf = (title: string): readonly Tone[] => [
  ...new Set(all.filter((one) => one.title === title).map(({ tone }) => tone)),
];

describe("the icon of a message", () => {
  test("is an hourglass if work continues and another message will follow", () => {
    expect([...titled("waiting")].toSorted()).toEqual(
      [
        ...[en.card.starting, en.card.queued.title],
        ...[
          en.keys.checking.title,
          en.link.asking.title,
          en.data.gathering.title,
          en.team.working.title,
          en.wholeText.preparing.title,
        ],
        ...[en.state.waitingForApproval, en.state.waitingForTurn],
        ...[3, 4].map((nth) => en.several.nth(nth, en.state.waitingForFilm)),
        ...[en.approvals.question.title, en.approvals.checking.title],
        ...[3, 20].map(en.join.joining),
        en.deletion.waiting.title,
      ].toSorted(),
    );
  });

  test.for([
    en.shortReplies.tooManyCommands.title,
    en.shortReplies.busy.title,
    en.link.none,
    en.data.noFile.title,
    en.deletion.notNow.title,
    en.deletion.notAll,
  ])("is a warning sign on the message “%s”", (title) => {
    expect(tonesOf(title)).toEqual(["bad"]);
  });

  test("is not a check mark if the message says that nothing was done", () => {
    expect([...titled("good")].filter((title) => /nothing|no |not /i.test(title))).toEqual([]);
    expect(tonesOf(en.link.unchanged)).toEqual(["plain"]);
  });

  test("is a key if the work stops until the person adds a key", () => {
    expect([...titled("key")].toSorted()).toEqual(
      [
        ...[en.keys.first.title, en.keys.none.title, en.keys.yours, en.refusal.noKey.title],
        ...[en.card.making, en.card.overdue.title, en.several.making(6)],
      ].toSorted(),
    );
    const needsKey = all.filter(({ body }) => body.flat().includes(en.card.needsKey));
    expect(needsKey.map(({ tone }) => tone)).toEqual(needsKey.map(() => "key"));
  });

  test.for([en.confirm.price(95), en.data.going.title, en.data.title])("is missing from the message “%s”", (title) => {
    expect(tonesOf(title).filter((tone) => tone !== "good")).toEqual(["plain"]);
  });

  test("is a question mark if the message requests a confirmation or reports an unknown result", () => {
    // The number of finished videos depends on the batches in the list of messages.
    const titles = [...titled("unsure")].filter((title) => !/^\d of \d videos ready$/.test(title));
    expect(titles.toSorted()).toEqual(
      [
        ...[en.confirm.again, en.data.confirm, en.keys.confirmRemoval, en.deletion.confirm.title],
        ...[en.unknown.title, en.notification.unknown, en.outcome.noLink.title, en.notification.noLink.title],
        ...[en.keys.notChecked.title, en.keys.savedUnchecked, en.data.unsure.title, en.link.same],
        ...[en.team.confirmRemoval, en.team.report],
        ...[en.join.unclear.title, en.outage.down, en.outage.failing],
        ...[1, 3].map((nth) => en.several.nth(nth, en.unknown.title)),
      ].toSorted(),
    );
  });
});

/** Phrases that a native speaker would not use, and that earlier texts contained. */
const stilted = {
  en: /\b(?:whoever|nobody (?:knows|says|here)|so many|stands on|good for an hour|for good|no more\.|any ?more|(?:came|come) back|anew|taken away|gives? no|tells? no|has forgotten|forgotten|(?:your|the|in) line|one a line|goes on from the last|managers did)\b/i,
  de: /(?:niemand weiß|weiß (?:noch |hier )?niemand|für immer|Knopf|Knöpfe|Schaltfläche|[Aa]ngefragt|[Ff]rag (?:ein neues|das Video|dann)|so vielen|vergessen| gehen\.|geht nicht|Prozentwert|[Bb]erechnet|je Zeile)/,
} as const;

describe.for(["en", "de"] as const)("in the language “%s”", (locale) => {
  const isStilted = (text: string) => stilted[locale].test(text);

  test("no text contains an unnatural phrase from the test's list", () => {
    expect(sentencesOf(wordsIn(locale)).filter(([, text]) => isStilted(text))).toEqual([]);
  });

  test("no description of a command contains an unnatural phrase from the test's list", () => {
    const specs = JSON.stringify([localisedSpecs(commandSpecs("video")), localisedMessageSpecs(messageCommandSpecs)]);
    expect(specs.split('"').filter((text) => !text.includes("https:") && isStilted(text))).toEqual([]);
  });
});
