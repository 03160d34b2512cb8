import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../src/http.ts";
import type { Paragraph, Word } from "../src/page/chat/markdown.ts";
import { readMarkdown } from "../src/page/chat/markdown.ts";
import { readMrkdwn } from "../src/page/slack/mrkdwn.ts";
import { servePageFile } from "../src/page-files.ts";

const written = new URL("../src/page/", import.meta.url);

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
])("the sandbox page renders the Discord markdown %j like Discord's client", ([source, paragraphs]) => {
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
])("the sandbox page renders the Slack markup %j like Slack's client", ([source, paragraphs]) => {
  expect(readMrkdwn(source)).toEqual(paragraphs);
});

test("the sandbox page's code never inserts text as HTML", async () => {
  const names = (await readdir(written, { recursive: true })).filter((name) => name.endsWith(".ts"));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const source = await readFile(new URL(name, written), "utf8");
    expect(source, name).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc/);
  }
});

test("every CSS class in the sandbox page's style sheets is used", async () => {
  const names = await readdir(written, { recursive: true });
  const read = async (ending: RegExp) =>
    (
      await Promise.all(
        names.filter((name) => ending.test(name)).map((name) => readFile(new URL(name, written), "utf8")),
      )
    ).join();
  const given = await read(/\.(ts|html)$/);
  // The names of states are composed at run time.
  const spoken = [...(await read(/\.css$/)).matchAll(/\.(?!is-)([a-z][\w-]*)(?=[^{}]*\{)/g)].map(
    ([, name = ""]) => name,
  );
  expect(spoken.length).toBeGreaterThan(100);
  expect(spoken.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(given))).toEqual([]);
});

test("the sandbox page's HTML and CSS load nothing from other sites", async () => {
  for (const name of await readdir(written, { recursive: true })) {
    if (!/\.(html|css)$/.test(name)) continue;
    const source = await readFile(new URL(name, written), "utf8");
    expect(source, name).not.toMatch(/https?:|url\(|@import|style=|onclick/);
  }
});

/** Builds the page into a temporary folder and serves it from there. */
async function served() {
  const outDir = await mkdtemp(join(tmpdir(), "reelay-page-"));
  onTestFinished(() => rm(outDir, { recursive: true }));
  await build({ root: fileURLToPath(written), logLevel: "silent", build: { outDir } });
  const folder = pathToFileURL(`${outDir}/`);
  const server = await listen((request, response) =>
    servePageFile(new URL(request.url ?? "/", "http://page").pathname.replace(/^\/page\//, ""), response, folder),
  );
  onTestFinished(() => server.close());
  return async (path: string) => {
    const response = await fetch(`${server.origin}${path}`);
    return { status: response.status, body: await response.text(), type: response.headers.get("content-type") };
  };
}

test("the sandbox serves every file of the built page with the right content type", async () => {
  const get = await served();
  const html = (await get("/page/index.html")).body;
  const named = [...new Set([...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, name = ""]) => name))];
  expect(named.map((name) => name.replace(/-[\w-]{8}\./, "."))).toEqual([
    "/page/icon.svg",
    "/page/assets/index.js",
    "/page/assets/index.css",
  ]);
  for (const [index, type] of ["image/svg+xml", "text/javascript", "text/css"].entries())
    expect(await get(named[index] ?? "")).toMatchObject({ status: 200, type: expect.stringContaining(type) });
});

test("a request for the sandbox page returns the build command if the page is not built", async () => {
  const missing = new URL("nowhere/", written);
  const bare = await listen((_request, response) => servePageFile("index.html", response, missing));
  onTestFinished(() => bare.close());
  const answer = await fetch(bare.origin);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("npm run build")]);
});

test.for([
  "page.ts",
  "tsconfig.json",
  "..%2Fstart.ts",
  "../start.ts",
  "assets/../../start.ts",
  "none.js",
  "constructor",
])("the path “%s” is not served as a file of the sandbox page", async (name) => {
  const server = await listen((_request, response) => servePageFile(name, response, written));
  onTestFinished(() => server.close());
  expect((await fetch(server.origin)).status).toBe(404);
});
