import type { ChatMessage } from "../../core/chat.ts";
import { type Platform, TRAITS } from "../../core/platform.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";
import { settingsFacts } from "../card/card-facts.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";
import { scenesOf } from "./video-forms.ts";

export function wholeText(each: readonly VideoRequest[], words: Words): string {
  const { several } = words;
  const texts = each.map((request, index) => {
    const settings = settingsFacts(request, words)
      .map((fact) => fact.join(""))
      .join(" · ");
    return `${each.length === 1 ? settings : several.nth(index + 1, settings)}\n\n${request.prompt}\n`;
  });
  return texts.join("\n");
}

export function wholeTextMessage(platform: Platform, { wholeText: texts }: Words): ChatMessage {
  const where = TRAITS[platform].givesFilesHere ? texts.fileHere : texts.fileInDirect;
  return message({ tone: "plain", title: texts.title, body: paragraphs(where) });
}

export function withoutTextFile(each: readonly VideoRequest[], words: Words): ChatMessage {
  const { title, noFile } = words.wholeText;
  const { body, ...shown } = scenesOf(each, words);
  return message({ tone: "plain", title, ...shown, body: [...paragraphs(noFile), ...body] });
}
