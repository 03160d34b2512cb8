import { viewPressPayload } from "../payloads.ts";
import type { Seated } from "../seated.ts";
import type { World } from "../world.ts";
import { act, connected } from "./act.ts";
import { topForm } from "./close-form.ts";
import { type Aim, findButton } from "./find-button.ts";

/** A person presses a button of their home or of the form on top, or chooses in a menu there. Resolves with the trigger_id. */
export async function pressInView(world: World, person: Seated, on: Aim & { viewId: string }): Promise<string> {
  const find = () => {
    const home = world.homes.of(person.slackId);
    const view = home?.id === on.viewId ? home : topForm(world, person, on.viewId).view;
    return { view, pressed: findButton(view.blocks, on, `view ${on.viewId}`) };
  };
  find();
  await connected(world, person);
  const triggerId = world.triggerIds.mint(person);
  const payload = viewPressPayload({ person, ...find(), actionTs: world.workspace.nextTs(), triggerId });
  act(world, {
    kind: "press",
    person,
    interactionId: triggerId,
    envelope: { type: "interactive", payload, accepts_response_payload: false },
  });
  return triggerId;
}
