import { text } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import type { Place, State } from "../core/state.ts";
import { sketchDiscordForm } from "../discord/form.ts";
import { sketchSlackForm } from "../slack/form.ts";
import { type FormSketch, formDialog } from "./dialog.ts";

/** One that is gone sooner was filled in by the sandbox itself, as when Ada gives her key: nobody need see it flash by. */
const SHOWN_AFTER_MS = 300;

/**
 * Shows the newest form that this person has open, on whichever platform. Discord's that were open before the page was
 * are not shown: its client, too, loses them when it is loaded anew.
 */
export function openForms(before: State): (seats: Readonly<Record<Place, Seat>>) => void {
  const dialog = formDialog();
  const earlier = [...before.discord.seenBy.values()].flatMap(({ forms }) => forms);
  const dismissed = new Set(earlier.map(({ formId }) => text(formId)));
  const firstSeen = new Map<string, number>();

  function sketches({ discord, slack }: Readonly<Record<Place, Seat>>): readonly FormSketch[] {
    const onDiscord = discord.state.discord.seenBy.get(discord.personId)?.forms ?? [];
    const onSlack = slack.state.slack.seenBy.get(slack.personId)?.forms ?? [];
    return [
      ...onDiscord
        .filter((form) => !dismissed.has(text(form.formId)))
        .map((form) => sketchDiscordForm(form, discord, () => dismissed.add(text(form.formId)))),
      ...onSlack.map((form) => sketchSlackForm(form, slack)),
    ];
  }

  let later: ReturnType<typeof setTimeout> | undefined;
  return function show(seats) {
    clearTimeout(later);
    const now = Date.now();
    const all = sketches(seats);
    for (const { id } of all) if (!firstSeen.has(id)) firstSeen.set(id, now);
    const waits = all.map(({ id }) => (firstSeen.get(id) ?? now) + SHOWN_AFTER_MS - now).filter((ms) => ms > 0);
    if (waits.length > 0) later = setTimeout(() => show(seats), Math.min(...waits));
    const ripe = all.filter(({ id }) => now - (firstSeen.get(id) ?? now) >= SHOWN_AFTER_MS);
    // The newest is the one seen last; what came together is in the order of opening.
    const newest = ripe.reduce<FormSketch | undefined>(
      (best, form) => (best && (firstSeen.get(best.id) ?? 0) > (firstSeen.get(form.id) ?? 0) ? best : form),
      undefined,
    );
    dialog.show(newest);
  };
}
