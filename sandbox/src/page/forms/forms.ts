import type { Failures } from "../chat/failures.ts";
import { type Json, text } from "../core/json.ts";
import type { Place, Seat, State } from "../core/page-state.ts";
import { sketchDiscordForm } from "../discord/discord-form.ts";
import { sketchSlackForm } from "../slack/slack-form.ts";
import { type FormSketch, formDialog } from "./dialog.ts";

/** Discord's forms that were open before the page loaded are not shown: its client, too, loses them on reload. */
export function openForms(
  client: string,
  { before, failures }: { readonly before: State; readonly failures: Failures },
): (seats: Readonly<Record<Place, Seat>>) => void {
  const dialog = formDialog();
  const earlier = [...before.discord.seenBy.values()].flatMap(({ forms }) => forms);
  const dismissed = new Set(earlier.map(({ formId }) => text(formId)));
  const submitted = new Map<string, string>();
  const firstSeen = new Map<string, number>();

  const formsAt = ({ place, personId, state }: Seat) =>
    (state[place].seenBy.get(personId)?.forms ?? []).filter((form) => form.client === client);

  function drawn(form: Json, seat: Seat): FormSketch {
    const id = text(form.formId);
    const failed = failures.at("discord", seat.personId).find((each) => each.id === submitted.get(id));
    return sketchDiscordForm(form, seat, {
      trouble: text(failed?.payload.text),
      version: failed?.id ?? "",
      submitted: (interactionId) => submitted.set(id, interactionId),
      dismissed: () => dismissed.add(id),
    });
  }

  function sketches({ discord, slack }: Readonly<Record<Place, Seat>>): readonly FormSketch[] {
    return [
      ...formsAt(discord)
        .filter((form) => !dismissed.has(text(form.formId)))
        .map((form) => drawn(form, discord)),
      ...formsAt(slack).map((form) => sketchSlackForm(form, slack)),
    ];
  }

  return function show(seats) {
    const all = sketches(seats);
    for (const { id } of all) if (!firstSeen.has(id)) firstSeen.set(id, firstSeen.size);
    const order = ({ id }: FormSketch) => firstSeen.get(id) ?? 0;
    dialog.show(all.toSorted((one, other) => order(one) - order(other)).at(-1));
  };
}
