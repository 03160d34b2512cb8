import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../src/sandbox/http.ts";
import { readMarkdown } from "../../src/sandbox/page/discord-markdown.ts";
import { readMrkdwn } from "../../src/sandbox/page/slack-mrkdwn.ts";
import type { Paragraph, Word } from "../../src/sandbox/page/words.ts";
import { servePageFile } from "../../src/sandbox/page-files.ts";

const root = new URL("../../", import.meta.url);
const written = new URL("src/sandbox/page/", root);

const text = (words: string): Word => ({ kind: "text", text: words });
const line = (...words: Word[]): readonly Paragraph[] => [{ kind: "text", words }];

test.for<[string, readonly Paragraph[]]>([
  ["plain", line(text("plain"))],
  ["**a** b", line({ kind: "bold", words: [text("a")] }, text(" b"))],
  ["*a* _b_", line({ kind: "italic", words: [text("a")] }, text(" "), { kind: "italic", words: [text("b")] })],
  ["~~a~~__b__", line({ kind: "strike", words: [text("a")] }, { kind: "underline", words: [text("b")] })],
  ["||a||", line({ kind: "spoiler", words: [text("a")] })],
  ["`**a**`", line({ kind: "code", text: "**a**" })],
  ["\\*a\\* \\<@1>", line(text("*a* <@1>"))],
  ["snake_case_name", line(text("snake_case_name"))],
  ["> a *b*", [{ kind: "quote", words: [text("a "), { kind: "italic", words: [text("b")] }] }]],
  [">>> a\nb", [{ kind: "quote", words: [text("a\nb")] }]],
  ["# a", [{ kind: "heading", level: 1, words: [text("a")] }]],
  ["-# a", [{ kind: "subtext", words: [text("a")] }]],
  ["- a", [{ kind: "item", words: [text("a")] }]],
  ["```js\na\n```", [{ kind: "code", text: "a" }]],
  ["[a](https://b.c/d)", line({ kind: "link", url: "https://b.c/d", words: [text("a")] })],
  ["[a](javascript:alert)", line(text("[a](javascript:alert)"))],
  ["https://b.c/d.", line({ kind: "link", url: "https://b.c/d", words: [text("https://b.c/d")] }, text("."))],
  ["<https://b.c>", line({ kind: "link", url: "https://b.c", words: [text("https://b.c")] })],
  [
    "<@12> <#34>",
    line({ kind: "mention", id: "12", text: "@12" }, text(" "), { kind: "mention", id: "34", text: "#34" }),
  ],
  ["</video:1>", line({ kind: "mention", id: "1", text: "/video" })],
  ["<t:60:R>", line({ kind: "time", ms: 60_000, style: "R" })],
  ["a ** b <b>", line(text("a ** b <b>"))],
])("Discord's %j is read as its client reads it", ([source, paragraphs]) => {
  expect(readMarkdown(source)).toEqual(paragraphs);
});

test.for<[string, readonly Paragraph[]]>([
  ["plain", line(text("plain"))],
  ["*a* _b_", line({ kind: "bold", words: [text("a")] }, text(" "), { kind: "italic", words: [text("b")] })],
  ["~a~", line({ kind: "strike", words: [text("a")] })],
  ["2*3*4 snake_case_name", line(text("2*3*4 snake_case_name"))],
  ["`&lt;a&gt;`", line({ kind: "code", text: "<a>" })],
  ["a &amp; &lt;@U1&gt;", line(text("a & <@U1>"))],
  ["&amp;lt;", line(text("&lt;"))],
  ["&gt; a", [{ kind: "quote", words: [text("a")] }]],
  ["```\na\n```", [{ kind: "code", text: "a" }]],
  ["<https://b.c?d&amp;e|f>", line({ kind: "link", url: "https://b.c?d&e", words: [text("f")] })],
  ["<https://b.c>", line({ kind: "link", url: "https://b.c", words: [text("https://b.c")] })],
  ["<javascript:alert|a>", line(text("<javascript:alert|a>"))],
  ["<@U1>", line({ kind: "mention", id: "U1", text: "@U1" })],
  ["<#C1|a>", line({ kind: "mention", id: "C1", text: "#a" })],
  ["<!here>", line({ kind: "mention", id: "here", text: "@here" })],
  ["<!date^60^{time}|later>", line({ kind: "time", ms: 60_000, style: "{time}" })],
  [":white_check_mark: :no_such_thing:", line(text("✅ :no_such_thing:"))],
])("Slack's %j is read as its client reads it", ([source, paragraphs]) => {
  expect(readMrkdwn(source)).toEqual(paragraphs);
});

test("text of a message never becomes HTML", async () => {
  const names = (await readdir(written)).filter((name) => name.endsWith(".ts"));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const source = await readFile(new URL(name, written), "utf8");
    expect(source, name).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc/);
  }
});

test("the page asks nothing of any other site", async () => {
  for (const name of await readdir(written)) {
    const source = await readFile(new URL(name, written), "utf8");
    if (/\.(html|css)$/.test(name)) expect(source, name).not.toMatch(/https?:|url\(|@import|style=|onclick/);
  }
});

test("every file that the page names, and every module these import, is served with its kind", async () => {
  await promisify(execFile)(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "src/sandbox/page"], {
    cwd: root,
  });
  const server = await listen((request, response) =>
    servePageFile(new URL(request.url ?? "/", "http://page").pathname.replace(/^\/page\//, ""), response),
  );
  onTestFinished(() => server.close());
  const get = async (name: string) => {
    const response = await fetch(`${server.origin}/page/${name}`);
    const body = await response.text();
    expect(response.status, `${name}: ${body.slice(0, 80)}`).toBe(200);
    return { body, type: response.headers.get("content-type") };
  };

  const html = (await get("index.html")).body;
  const waiting = [...html.matchAll(/(?:href|src)="\/page\/([^"]+)"/g)].map(([, name = ""]) => name);
  const seen = new Set<string>();
  for (const name of waiting) {
    if (seen.has(name)) continue;
    seen.add(name);
    const { body, type } = await get(name);
    if (name.endsWith(".css")) expect(type).toContain("text/css");
    if (!name.endsWith(".js")) continue;
    expect(type).toContain("text/javascript");
    waiting.push(...[...body.matchAll(/from "\.\/([^"]+)"/g)].map(([, found = ""]) => found));
  }
  expect(seen).toContain("page.js");
  expect(seen).toContain("discord-markdown.js");
});

test.for(["page.ts", "tsconfig.json", "..%2Fstart.ts", "../start.ts", "none.js", "constructor"])(
  "%s is no file of the page",
  async (name) => {
    const server = await listen((_request, response) => servePageFile(name, response));
    onTestFinished(() => server.close());
    expect((await fetch(server.origin)).status).toBe(404);
  },
);
