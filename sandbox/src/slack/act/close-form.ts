import type { Person } from "../../people.ts";
import { closingPayload } from "../payloads.ts";
import type { Seated } from "../seated.ts";
import type { Form } from "../views.ts";
import type { World } from "../world.ts";

/** A person closes the form on top, and what lies below where the form says so. */
export function closeForm(world: World, person: Person, viewId: string): void {
  const { view, client } = topForm(world, person, viewId);
  if (view.clear_on_close) closeForms(world, { ...person, client });
  else close(world, person, viewId);
}

/** A form covers the whole client: a person who types a command or presses a button there has closed theirs. */
export function closeForms(world: World, person: Seated): void {
  for (const { view } of world.views.openAt(person).toReversed()) close(world, person, view.id);
}

/** The one form a person can act on, in the client where it stands. */
export function topForm({ views }: World, person: Person, viewId: string): Form {
  const named = views.find({ viewId });
  const forms = named?.slackId === person.slackId ? views.openAt(named) : views.openBy(person.slackId);
  const form = forms.at(-1);
  if (form?.view.id === viewId) return form;
  throw new Error(`${person.name} has ${form ? `form ${form.view.id} on top` : "no form open"}, not ${viewId}`);
}

function close({ views, delivery }: World, person: Person, viewId: string): void {
  const form = views.find({ viewId });
  if (!form) return;
  views.close(viewId);
  if (!form.view.notify_on_close || !delivery.isReady()) return;
  const payload = closingPayload({ person, view: form.view });
  // Nobody waits for the answer to this one.
  const hearing = { answered: () => {}, unanswered: () => {}, late: () => {} };
  delivery.send({ type: "interactive", payload, accepts_response_payload: false }, hearing);
}
