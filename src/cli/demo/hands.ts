import type { Sandbox } from "#sandbox";
import type { Board } from "./board.ts";
import type { VideoWords } from "./options.ts";
import type { Place } from "./seen.ts";
import { buttonOf, headOf, isPinged, linesOf, messagesBefore, nameOf } from "./seen.ts";

type Words = string | RegExp;

/** People's hands and eyes on one platform. */
export type Hands = ReturnType<typeof handsOn>;

/**
 * Returns the hands of everybody on that platform; they see only what came after `after`, and the board shows everything
 * they do. Whoever does not see what they wait for within `withinMs` rejects.
 */
export function handsOn(
  sandbox: Sandbox,
  place: Place,
  { board, after, withinMs }: { readonly board: Board; readonly after: number; readonly withinMs: number },
) {
  const { discord, slack, video, journal } = sandbox;
  const tell = (personId: string, did: string) => board.line(`        ${headOf(place)}  ${nameOf(personId)} ${did}`);

  const messages = (personId: string) => messagesBefore(sandbox, place, { after, personId });
  const openForms = (personId: string) =>
    place === "discord"
      ? discord.openForms(personId).map(({ formId, modal }) => ({ id: formId, view: modal }))
      : slack.openForms(personId).map(({ viewId, view }) => ({ id: viewId, view }));

  async function wait<T>(look: () => T | undefined, what: string): Promise<T> {
    const now = look();
    if (now !== undefined) return now;
    let value: T | undefined;
    const isThere = () => {
      value = look();
      return value !== undefined;
    };
    await journal.find(isThere, { after, withinMs }).catch(() => undefined);
    if (value === undefined) throw new Error(`${place}: ${what} within ${withinMs / 1_000} s`);
    return value;
  }

  return {
    place,
    channelId: sandbox[place].channelId,
    /** Types `/video` with that prompt and these options. */
    async asks(personId: string, prompt: string, { ratio, duration, resolution, image }: VideoWords = {}) {
      const picture = image === "sample" ? `${video.url}/samples/landscape.png` : image;
      const typed = Object.entries({ ratio, duration, resolution, image: picture }).filter(([, value]) => value);
      if (place === "slack") {
        const text = ["/video", prompt, ...typed.map(([name, value]) => `--${name} ${value}`)].join(" ");
        tell(personId, `types ${text}`);
        await slack.command(personId, text);
        return;
      }
      tell(personId, `types /video ${[["prompt", prompt], ...typed].map((pair) => pair.join(": ")).join("  ")}`);
      await discord.command(personId, "video", {
        prompt,
        ...(ratio && { ratio }),
        ...(duration && { duration: Number.parseInt(duration, 10) }),
        ...(resolution && { resolution }),
        ...(picture && { image_url: picture }),
      });
    },
    async types(personId: string, word: string) {
      tell(personId, `types /video-team ${word}`);
      if (place === "discord") await discord.command(personId, "video-team", {}, { subcommand: word });
      else await slack.command(personId, `/video-team ${word}`);
    },
    /** Presses the newest button with that label, as soon as there is one. */
    async presses(personId: string, label: string) {
      const button = await wait(
        () => {
          for (const { id, raw } of messages(personId).toReversed()) {
            const action = buttonOf(raw, label);
            if (action !== null) return { id, action };
          }
          return undefined;
        },
        `${nameOf(personId)} saw no button ${label}`,
      );
      tell(personId, `presses ${label}`);
      await sandbox[place].press(personId, button.id, button.action);
    },
    /** Fills in the form that opens; the board shows a key as dots. */
    async fills(personId: string, title: string, values: Readonly<Record<string, string>>) {
      const form = await wait(
        () => openForms(personId).findLast(({ view }) => titleOf(view) === title),
        `${nameOf(personId)} got no form ${title}`,
      );
      tell(personId, `fills in ${title}: ${Object.entries(values).map(shownField).join("  ")}`);
      // Discord lets a menu of channels hold several.
      const { approvals, ...typed } = values;
      const chosen = approvals === undefined ? {} : { approvals: [approvals] };
      if (place === "discord") await discord.submitForm(personId, form.id, { ...typed, ...chosen });
      else await slack.submitForm(personId, form.id, values);
    },
    /** Resolves with the newest message that says all of it. */
    reads(personId: string, ...words: readonly Words[]): Promise<string> {
      return wait(
        () => messages(personId).findLast(({ text }) => says(text, words))?.text,
        `${nameOf(personId)} never read ${words.join(" and ")}`,
      );
    },
    /** Resolves once a form has answered with these words. Slack shows them in the form itself, which is then closed. */
    async finds(personId: string, words: Words) {
      const form = await wait(
        () => {
          const form = openForms(personId).find(({ view }) => says(linesOf(view).join("\n"), [words]));
          if (form) return form;
          return messages(personId).some(({ text }) => says(text, [words])) ? null : undefined;
        },
        `${nameOf(personId)} never read ${words}`,
      );
      if (form === null) return;
      board.line(`        Slack    ${nameOf(personId)} reads in the form: ${linesOf(form.view).join(" | ")}`);
      slack.closeForm(personId, form.id);
    },
    async isNotified(personId: string) {
      const isIt = () => isPinged(sandbox, place, { after, personId }) || undefined;
      await wait(isIt, `${nameOf(personId)} was not notified`);
    },
  };
}

const says = (text: string, words: readonly Words[]) =>
  words.every((word) => (typeof word === "string" ? text.includes(word) : word.test(text)));

/** Returns a field as the board shows it: no key, and a channel by its name. */
function shownField([name, value]: readonly [string, string]): string {
  const shownValue = name === "key" ? "••••" : name === "approvals" ? "this channel" : value;
  return `${name.replaceAll("_", " ")}: ${shownValue}`;
}

/** A form's title is plain text on Discord, and a text object on Slack. */
function titleOf(view: unknown): unknown {
  const { title }: { readonly title?: unknown } = { ...Object(view) };
  return typeof title === "object" && title !== null && "text" in title ? title.text : title;
}
