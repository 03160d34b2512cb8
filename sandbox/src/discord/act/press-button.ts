import { drawMessage } from "../message/draw-message.ts";
import { walkComponents } from "../message/walk-components.ts";
import type { World } from "../world.ts";
import { dispatchInteraction, personOf, placeFor } from "./dispatch-interaction.ts";
import { kind } from "./interaction.ts";
import { visibleMessage } from "./use-command.ts";

/** Kinds of components that a person acts on in a message. Source: Discord docs, components/reference (read 2026-11-21). */
const BUTTON = 2;
const MENU = 3;

/** A person presses a button that they see, or chooses `value` in a menu; resolves with the interaction's id. */
export async function pressButton(
  world: World,
  {
    personId,
    messageId,
    customId,
    value,
    client,
  }: {
    readonly personId: string;
    readonly messageId: string;
    readonly customId: string;
    readonly value?: string | undefined;
    readonly client?: string | undefined;
  },
): Promise<string> {
  const person = personOf(personId);
  const message = visibleMessage(world, person.discordId, messageId);
  const place = placeFor(person, message.channelId);
  const type = value === undefined ? BUTTON : MENU;
  const kindName = value === undefined ? "button" : "menu";
  const all = walkComponents(message.components).flatMap(({ component }) =>
    component.type === type && component.custom_id !== undefined ? [component] : [],
  );
  const pressed = all.find((each) => each.custom_id === customId);
  if (!pressed) {
    const there = all.map((each) => each.custom_id).join(", ") || "none";
    throw new Error(`message ${messageId} has no ${kindName} "${customId}"; it has ${there}`);
  }
  if (pressed.disabled) throw new Error(`the ${kindName} "${customId}" is disabled`);
  if (pressed.type === MENU && !pressed.options.some((option) => option.value === value)) {
    const there = pressed.options.map((option) => option.value).join(", ");
    throw new Error(`the menu "${customId}" has no choice "${value}"; it has ${there}`);
  }
  const interaction = await dispatchInteraction(world, {
    person,
    place,
    client,
    kind: kind.component,
    message,
    data: {
      component_type: type,
      custom_id: customId,
      id: numberOf(drawMessage(message, world.cdn).components, customId),
      ...(value === undefined ? {} : { values: [value] }),
    },
  });
  return interaction.id;
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
