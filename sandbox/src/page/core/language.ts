import { element, find } from "./element.ts";
import type { State } from "./state.ts";

/** The language in which the bot answers the person who acts in this tab; the sandbox keeps it for that person. */
export function openLanguage(
  personNow: () => string,
  perform: (path: string, body: Readonly<Record<string, unknown>>) => Promise<boolean>,
): (state: State) => void {
  const menu = find("#language", HTMLSelectElement);
  menu.title = "Discord tells the bot at once. On Slack the bot looks at a profile once a minute, for its next answer.";
  let shown = "";
  menu.addEventListener("change", () => {
    void perform("/sandbox/language", { person: personNow(), language: menu.value }).then((isDone) => {
      if (!isDone) menu.value = shown;
    });
  });
  return ({ languages, people }) => {
    if (menu.childElementCount === 0)
      menu.append(...languages.map(({ id, name }) => element("option", { value: id, lang: id }, name)));
    const language = people.find(({ id }) => id === personNow())?.language ?? "";
    if (language === shown) return;
    shown = language;
    menu.value = language;
  };
}
