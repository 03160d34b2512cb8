import { personWith } from "../../sandbox/src/people.ts";
import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { linesOf } from "../../src/cli/read-message.ts";
import type { Platform } from "../../src/core/platform.ts";
import { buttonOf, messagesBefore } from "./seen.ts";

type Words = string | RegExp;

/** What people do on one platform of the sandbox. */
export type Hands = ReturnType<typeof handsOn>;

/**
 * People see only what came after the journal entry `after`. An act rejects if its person does not see what it needs within
 * `withinMs`.
 */
export function handsOn(
  sandbox: Sandbox,
  platform: Platform,
  { after, withinMs }: { readonly after: number; readonly withinMs: number },
) {
  const { discord, slack, journal } = sandbox;
  const nameOf = (personId: string) => personWith(personId)?.name ?? personId;
  const messages = (personId: string) => messagesBefore(sandbox, platform, { after, personId });
  const openForms = (personId: string) =>
    platform === "discord"
      ? discord.openForms(personId).map(({ formId, modal }) => ({ id: formId, view: modal }))
      : slack.openForms(personId).map(({ viewId, view }) => ({ id: viewId, view }));

  async function wait<T>(find: () => T | undefined, problem: string): Promise<T> {
    const now = find();
    if (now !== undefined) return now;
    let value: T | undefined;
    const isThere = () => {
      value = find();
      return value !== undefined;
    };
    await journal.find(isThere, { after, withinMs }).catch(() => undefined);
    if (value === undefined) throw new Error(`${platform}: ${problem} within ${withinMs / 1_000} s`);
    return value;
  }

  return {
    channelId: sandbox[platform].channelId,
    async asks(personId: string, prompt: string) {
      if (platform === "slack") await slack.command(personId, `/video ${prompt}`);
      else await discord.command(personId, "video", { prompt });
    },
    async types(personId: string, subcommand: string) {
      if (platform === "discord") await discord.command(personId, "video-team", {}, { subcommand });
      else await slack.command(personId, `/video-team ${subcommand}`);
    },
    /** Presses the newest button with that label as soon as it is visible. */
    async presses(personId: string, label: string) {
      const { id, action } = await wait(
        () =>
          messages(personId)
            .map(({ id, raw }) => ({ id, action: buttonOf(raw, label) }))
            .findLast(({ action }) => action !== null),
        `${nameOf(personId)} saw no button ${label}`,
      );
      await sandbox[platform].press(personId, id, action ?? "");
    },
    /** Fills in the form with that title as soon as it opens. */
    async fills(personId: string, title: string, values: Readonly<Record<string, string>>) {
      const form = await wait(
        () => openForms(personId).findLast(({ view }) => titleOf(view) === title),
        `${nameOf(personId)} got no form ${title}`,
      );
      // On Discord a channel menu can have several values.
      const { approvals, ...typed } = values;
      const chosen = approvals === undefined ? {} : { approvals: [approvals] };
      if (platform === "discord") await discord.submitForm(personId, form.id, { ...typed, ...chosen });
      else await slack.submitForm(personId, form.id, values);
    },
    /** Resolves with the newest message that contains all of these texts. */
    reads(personId: string, ...words: readonly Words[]): Promise<string> {
      return wait(
        () => messages(personId).findLast(({ text }) => hasAll(text, words))?.text,
        `${nameOf(personId)} never read ${words.join(" and ")}`,
      );
    },
    /** Resolves after a form has shown these texts. Slack shows them in the form, which is then closed. */
    async finds(personId: string, words: Words) {
      const form = await wait(
        () => {
          const form = openForms(personId).find(({ view }) => hasAll(linesOf(view).join("\n"), [words]));
          if (form) return form;
          return messages(personId).some(({ text }) => hasAll(text, [words])) ? null : undefined;
        },
        `${nameOf(personId)} never read ${words}`,
      );
      if (form !== null) slack.closeForm(personId, form.id);
    },
    async isNotified(personId: string) {
      const isNotified = () =>
        journal
          .since(after)
          .filter((entry) => entry.place === platform && entry.kind === "pinged")
          .some(({ payload }) => notifiedIn(payload).some((id) => personWith(id)?.id === personId)) || undefined;
      await wait(isNotified, `${nameOf(personId)} was not notified`);
    },
  };
}

const hasAll = (text: string, words: readonly Words[]) =>
  words.every((word) => (typeof word === "string" ? text.includes(word) : word.test(text)));

function notifiedIn(payload: unknown): readonly string[] {
  const { personIds }: { readonly personIds?: unknown } = { ...Object(payload) };
  return Array.isArray(personIds) ? personIds.map(String) : [];
}

/** A form's title is a string on Discord and a text object on Slack. */
function titleOf(view: unknown): unknown {
  const { title }: { readonly title?: unknown } = { ...Object(view) };
  return typeof title === "object" && title !== null && "text" in title ? title.text : title;
}
