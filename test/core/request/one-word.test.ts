import { expect, test } from "vitest";
import { asksForHelp, isGreeting } from "../../../src/core/request/one-word.ts";

test.for([
  ...["help", "Help", "HELP!", "help?", "help...", " help ", "--help", "—help", "-help", "/help", "?", "“help”"],
  ...["hilfe", "Hilfe!", "ayuda", "¿ayuda?", "¡Ayuda!", "aide", "ajuda", "ヘルプ", "ヘルプ！", "ｈｅｌｐ", "--hilfe"],
])("the message %j asks for help", (text) => {
  expect(asksForHelp(text)).toBe(true);
});

test.for([
  ...["", "a help desk", "help me", "helpful", "help help", "hilfe im wald", "--helper", "help-desk", "hi", "!", "--"],
])("the message %j does not ask for help", (text) => {
  expect(asksForHelp(text)).toBe(false);
});

test.for([
  ...["hi", "Hi!", "hello", "HELLO", "hey", "hallo", "hola", "¡Hola!", "bonjour", "salut", "olá", "oi", "ola"],
  ...["こんにちは", "こんにちは！", "やあ", "hi 👋", "hello :wave:", ":wave:", "👋🏽"],
  ...["good morning", "Guten Tag", "bom dia"],
])("the message %j is a greeting", (text) => {
  expect(isGreeting(text)).toBe(true);
});

test.for(["", "hi there is a cat", "history", "hello world", "a cat", "help", "🐱", ":cat:", "oil"])(
  "the message %j is not a greeting",
  (text) => {
    expect(isGreeting(text)).toBe(false);
  },
);
