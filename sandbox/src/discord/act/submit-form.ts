import { storeFile } from "../store-file.ts";
import type { World } from "../world.ts";
import { dispatchInteraction, personOf } from "./dispatch-interaction.ts";
import { type FormValue, fillForm } from "./fill-form.ts";
import { kind } from "./interaction.ts";
import { resolvedOf } from "./picks.ts";

/** A person submits an open form; it stays open until the bot has answered. Resolves with the submit's own interaction id. */
export async function submitForm(
  world: World,
  {
    personId,
    formId,
    values,
  }: {
    readonly personId: string;
    readonly formId: string;
    readonly values: Readonly<Record<string, FormValue>>;
  },
): Promise<string> {
  const person = personOf(personId);
  const form = world.forms.find(formId, person.id);
  if (!form) throw new Error(`no form ${formId} is open for ${person.name}`);
  const { opener, modal } = form;
  const { place } = opener;
  const { components, files, picked } = fillForm(modal, values, { nextId: world.nextId, place });
  const attachments = files.map(({ id, file }) => {
    const stored = storeFile(world, place.id, file, id);
    return [id, { ...world.cdn.attachment(stored), ephemeral: true }];
  });
  const resolved = {
    ...(attachments.length > 0 ? { attachments: Object.fromEntries(attachments) } : {}),
    ...resolvedOf(picked, { place, person }, world.standings),
  };
  const interaction = await dispatchInteraction(world, {
    person,
    place,
    client: opener.client,
    kind: kind.form,
    // Only a component's message comes along; a command's form has none to update.
    message: opener.kind === kind.component ? world.book.find(opener.messageId) : undefined,
    opener,
    data: {
      custom_id: modal.custom_id,
      components,
      ...(Object.keys(resolved).length > 0 ? { resolved } : {}),
    },
  });
  return interaction.id;
}
