import { expect, test } from "vitest";
import { ptBr } from "../../../src/messages/words/pt-BR.ts";
import { said } from "../said-with.ts";

/** One, and a noun in the plural behind it; or one noun with a verb or a participle in the plural. */
const disagreeing = [
  /(?<![\d.,])1 (?:créditos|vídeos|pedidos|comandos|arquivos|registros|dias|minutos|horas)\b/,
  /(?<![\d.,])1 (?:outro )?(?:crédito|vídeo|pedido|arquivo)\b[^.,;:]* (?:foram|serão|tenham|ficaram|estão|acabaram|mantêm|podem|devolvidos|cobrados|gastos|iniciados)\b/,
  /\b(?:voltaram|ficaram|são|os registros mais) 1\b/,
];

test("in Portuguese, one of a thing is spoken of in the singular", () => {
  const texts = said(ptBr, [1, 1, 1]).filter(([, text]) => /(?<!\d)1 (?:outro )?\p{L}/u.test(text));
  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter(([, text]) => disagreeing.some((wrong) => wrong.test(text)))).toEqual([]);
});

test("in Portuguese, what comes back is devolvido, and never voltou or reembolsado", () => {
  expect(said(ptBr).filter(([, text]) => /reembols|\b(?:volta|voltou|voltam|voltaram)\b/.test(text))).toEqual([]);
});
