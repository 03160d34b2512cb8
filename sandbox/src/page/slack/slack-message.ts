import { drawParagraphs } from "../chat/draw-words.ts";
import { sizeInWords } from "../chat/film.ts";
import { drawAvatar, drawFailed, drawHead } from "../chat/message-head.ts";
import { element, icon } from "../core/element.ts";
import { type Json, list, number, ownAddress, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { worded } from "../core/time.ts";
import { drawBlocks } from "./blocks.ts";
import { readMrkdwn } from "./mrkdwn.ts";
import { parentOf } from "./threads.ts";

export function drawSlackMessage(message: Json, seat: Seat, openThread?: (ts: string) => void): readonly HTMLElement[] {
  if (message.isGone === true) return drawGone(message, seat, openThread);
  const isPrivate = text(message.ephemeralFor) !== "";
  const parent = parentOf(message);
  return [
    ...(isPrivate ? [element("p", { class: "only-you" }, icon("eye"), "Only visible to you")] : []),
    ...(parent && message.isBroadcast === true ? [drawBroadcast(parent, openThread)] : []),
    drawHead({ authorId: text(message.userId), at: number(message.createdAt) ?? 0, seat }),
    drawBody(message, seat),
    ...drawFailed(message),
    ...records(message.files).map(drawFile),
    ...drawReplies(message, seat, openThread),
  ];
}

function drawBody(message: Json, seat: Seat): HTMLElement {
  const blocks = list(message.blocks);
  const body = element("div", { class: "body" });
  if (blocks.length > 0) body.append(...drawBlocks(blocks, { messageTs: text(message.ts), seat }));
  else if (text(message.text)) body.append(drawParagraphs(readMrkdwn(text(message.text)), seat.nameOf));
  if (number(message.editedAt) !== undefined) {
    const lastLine = blocks.length > 0 ? body : (body.querySelector(".text > p:last-child") ?? body);
    lastLine.append(element("small", { class: "edited" }, "(edited)"));
  }
  return body;
}

function drawBroadcast(parent: string, openThread: ((ts: string) => void) | undefined): HTMLElement {
  if (!openThread) return element("p", { class: "above" }, "Also sent to the channel");
  const link = element("button", { type: "button", class: "linked", "data-focus": "broadcast" }, "a thread");
  link.addEventListener("click", () => openThread(parent));
  return element("p", { class: "above" }, "replied to ", link);
}

function drawReplies(message: Json, seat: Seat, openThread?: (ts: string) => void): readonly HTMLElement[] {
  const { count, lastAt, authors } = record(message.replies);
  const many = number(count);
  if (many === undefined || !openThread) return [];
  const at = number(lastAt) ?? 0;
  const bar = element(
    "button",
    { type: "button", class: "replies", "data-focus": "replies" },
    ...list(authors).map((id) => drawAvatar(text(id), seat)),
    element("b", {}, many === 1 ? "1 reply" : `${many} replies`),
    element("small", {}, "Last reply ", element("time", { "data-ms": at, "data-style": "R" }, worded(at, "R"))),
  );
  bar.addEventListener("click", () => openThread(text(message.ts)));
  return [bar];
}

function drawGone(message: Json, seat: Seat, openThread?: (ts: string) => void): readonly HTMLElement[] {
  return [
    element("header", { class: "head" }, element("span", { class: "avatar is-gone", "aria-hidden": "true" }, "×")),
    element("p", { class: "gone" }, "This message was deleted."),
    ...drawReplies(message, seat, openThread),
  ];
}

function drawFile(file: Json): HTMLElement {
  const name = text(file.name);
  const title = text(file.title) || name;
  const alt = text(file.alt) || title;
  const url = ownAddress(file.url);
  const about = element("figcaption", {}, title, element("small", {}, sizeInWords(number(file.sizeBytes) ?? 0)));
  const kind = text(file.contentType);
  const { width, height } = { width: number(file.width), height: number(file.height) };
  if (url && kind.startsWith("image/") && width && height)
    return element("figure", { class: "file" }, about, element("img", { src: url, alt, width, height }));
  if (url && kind.startsWith("video/")) return element("figure", { class: "file" }, about);
  return element("figure", { class: "file is-bare" }, icon("file"), about);
}
