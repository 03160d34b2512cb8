import type { OwnFile } from "../../src/core/command.ts";
import { message } from "../../src/messages/message.ts";

/** A private file, which records the size limits that it was asked to respect. */
export function anOwnFile(text = '{"videos": []}\n'): OwnFile & { readonly asked: number[] } {
  const asked: number[] = [];
  return {
    name: "reelay-data.json",
    type: "application/json",
    asked,
    async within(maxBytes) {
      asked.push(maxBytes);
      return { content: Buffer.from(text), message: message({ tone: "good", title: "Here it is" }) };
    },
    unsure: message({ tone: "unsure", title: "It may have arrived" }),
  };
}
