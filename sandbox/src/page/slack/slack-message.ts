import { drawParagraphs } from "../chat/draw-words.ts";
import { drawAvatar, drawFailed, drawHead } from "../chat/message-head.ts";
import { drawFile } from "../chat/player.ts";
import { element, icon } from "../core/element.ts";
import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { worded } from "../core/time.ts";
import { drawBlocks } from "./blocks.ts";
import { readMrkdwn } from "./mrkdwn.ts";
import { parentOf } from "./threads.ts";

export function drawSlackMessage(message: Json, seat: Seat, openThread?: (ts: string) => void): readonly HTMLElement[] {
  const isPrivate = text(message.ephemeralFor) !== "";
  const parent = parentOf(message);
  return [
    ...(isPrivate ? [element("p", { class: "only-you" }, icon("eye"), "Only visible to you")] : []),
    ...(parent && message.isBroadcast === true ? [drawBroadcast(parent, openThread)] : []),
    drawHead({ authorId: text(message.userId), at: number(message.createdAt) ?? 0, seat }),
    drawBody(message, seat),
    ...drawFailed(message),
    ...records(message.files).flatMap(drawShared),
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

function drawShared(file: Json): readonly HTMLElement[] {
  const { url, width, height, contentType, sizeBytes: size } = file;
  if (text(contentType).startsWith("video/")) return [];
  const filename = text(file.title) || text(file.name);
  const description = text(file.alt) || filename;
  return [drawFile({ url, width, height, size, filename, description, content_type: contentType })];
}
