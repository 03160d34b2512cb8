import { dispatchInteraction, personOf, placeFor } from "./dispatch-interaction.ts";
import { drawMessage } from "./draw-message.ts";
import { kind } from "./interaction.ts";
import { visibleMessage } from "./use-command.ts";
import { walkComponents } from "./walk-components.ts";
import type { World } from "./world.ts";

/** A person presses a button that they see; resolves with the interaction's id. */
export async function pressButton(
  world: World,
  {
    personId,
    messageId,
    customId,
  }: { readonly personId: string; readonly messageId: string; readonly customId: string },
): Promise<string> {
  const person = personOf(personId);
  const message = visibleMessage(world, person.discordId, messageId);
  const place = placeFor(person, message.channelId);
  const all = walkComponents(message.components).map(({ component }) => component);
  const button = all.find((each) => each.type === 2 && each.custom_id === customId);
  if (button?.type !== 2) throw new Error(`message ${messageId} has no button "${customId}"; it has ${buttonsOf(all)}`);
  if (button.disabled) throw new Error(`the button "${customId}" is disabled`);
  const interaction = await dispatchInteraction(world, {
    person,
    place,
    kind: kind.component,
    message,
    data: {
      component_type: 2,
      custom_id: customId,
      id: numberOf(drawMessage(message, world.cdn).components, customId),
    },
  });
  return interaction.id;
}

function buttonsOf(all: readonly { readonly type: number; readonly custom_id?: unknown }[]): string {
  const ids = all.flatMap(({ type, custom_id }) => (type === 2 && custom_id !== undefined ? [String(custom_id)] : []));
  return ids.join(", ") || "none";
}

/** The `id` that Discord gave the component with that custom_id. */
function numberOf(components: readonly unknown[], customId: string): number {
  const all = components.flatMap(function inside(value): object[] {
    if (Array.isArray(value)) return value.flatMap(inside);
    return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(inside)] : [];
  });
  const found = all.find((each) => "custom_id" in each && each.custom_id === customId);
  return found && "id" in found ? Number(found.id) : 0;
}
