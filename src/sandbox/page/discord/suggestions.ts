import { element } from "../core/element.ts";
import { type Json, text } from "../core/json.ts";

/** How long somebody must rest before they are offered something. */
const REST_MS = 200;

/** Fills a list under the field with what is suggested for the letters typed so far. */
export function offerWhileTyping(field: HTMLInputElement, suggest: (typed: string) => Promise<readonly Json[]>): void {
  const offers = element("datalist", { id: `${field.id}-offers` });
  field.setAttribute("list", offers.id);
  field.after(offers);
  let resting: ReturnType<typeof setTimeout> | undefined;

  async function offer(): Promise<void> {
    if (!offers.isConnected) field.after(offers);
    const choices = await suggest(field.value);
    offers.replaceChildren(
      ...choices.map(({ name, value }) => element("option", { value: String(value), label: text(name) })),
    );
  }

  for (const moment of ["focus", "input"])
    field.addEventListener(moment, () => {
      clearTimeout(resting);
      resting = setTimeout(() => void offer(), REST_MS);
    });
}
