import { describe, expect, test } from "vitest";
import type { Translation } from "../../../src/messages/catalogue.ts";
import { es } from "../../../src/messages/words/es.ts";
import { fr } from "../../../src/messages/words/fr.ts";
import { everyMessage } from "../every-message.ts";
import { said } from "../said-with.ts";
import { wordsOf } from "../words-of.ts";

/** Everything that people read in that language. */
function everyTextIn(words: Translation): readonly string[] {
  return said(words).map(([, text]) => text);
}

/** The same, and every message with other numbers in it: one video, and several. */
function everySentenceIn(words: Translation): readonly string[] {
  return [...everyTextIn(words), ...everyMessage(words).flatMap((message) => wordsOf(message).split("\n"))];
}

describe("French", () => {
  const texts = everyTextIn(fr);

  test("says vous to everybody", () => {
    expect(texts.filter((text) => /\bvous\b/i.test(text)).length).toBeGreaterThan(50);
    const all = everySentenceIn(fr);
    expect(all.filter((text) => /(?<!\p{L})(?:tu|te|toi|ton|ta|tes|tien|tienne)(?!\p{L})|\bt’/iu.test(text))).toEqual(
      [],
    );
  });

  test("keeps two-part marks and quotes on the line of their word", () => {
    expect(texts.filter((text) => /«\u00a0.+\u00a0»/.test(text)).length).toBeGreaterThan(5);
    // The colon of an address or of a shape such as 16:9 is none of these.
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
  ] as const)("agrees with its number: %s", ([text, agreed]) => {
    expect(text).toBe(agreed);
  });
});

describe("Spanish", () => {
  const texts = everyTextIn(es);

  test("is that of Latin America throughout", () => {
    const ofSpain =
      /vídeo|\bcoste\b|\bañad|\bpuls[ae]|pulsaci|caduc|consig|comprueb|comprob|\bajustes\b|petici|ordenador|vosotros|\bvuestr|en marcha|por nuestra parte/i;
    expect(everySentenceIn(es).filter((text) => ofSpain.test(text))).toEqual([]);
  });

  test("says tú to everybody", () => {
    expect(texts.filter((text) => /\busted(?:es)?\b/i.test(text))).toEqual([]);
  });

  test("opens what it asks and exclaims, and quotes with “ ”", () => {
    const count = (text: string, mark: string) => text.split(mark).length;
    expect(texts.filter((text) => text.includes("“")).length).toBeGreaterThan(5);
    expect(texts.filter((text) => /[«»"]/.test(text))).toEqual([]);
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
  ] as const)("agrees with its number: %s", ([text, agreed]) => {
    expect(text).toBe(agreed);
  });
});
