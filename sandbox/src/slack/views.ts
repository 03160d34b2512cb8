import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { EntryKind, Journal } from "../journal.ts";
import { type Person, personWith } from "../people.ts";
import { type Refusal, refuse } from "./answer.ts";
import type { Home, Modal } from "./check-blocks.ts";
import { limits } from "./slack-limits.ts";
import { ids, type Workspace } from "./workspace.ts";

const apps = { team_id: ids.teamId, app_id: ids.appId, bot_id: ids.botId };

interface Held {
  readonly id: string;
  readonly team_id: string;
  readonly app_id: string;
  readonly bot_id: string;
  readonly hash: string;
}

export interface HeldView extends Modal, Held {
  readonly app_installed_team_id: string;
  readonly root_view_id: string;
  readonly previous_view_id: string | null;
  readonly state: { readonly values: Readonly<Record<string, unknown>> };
}

type Where = Pick<Seated, "slackId" | "client">;

export interface Form extends Where {
  readonly view: HeldView;
  readonly errors: Readonly<Record<string, string>>;
}

export interface Named {
  readonly viewId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** At most three forms are stacked in each client. */
export function openViews({ clock, journal }: { clock: SandboxClock; journal: Journal }) {
  const stacks = new Map<string, Form[]>();
  let made = 0;

  const keyOf = ({ slackId, client }: Where) => `${slackId} ${client}`;
  const stackOf = (where: Where) => stacks.get(keyOf(where)) ?? [];
  const find = ({ viewId, externalId }: Named): Form | undefined =>
    [...stacks.values()]
      .flat()
      .find(({ view }) =>
        viewId !== undefined ? view.id === viewId : externalId !== undefined && view.external_id === externalId,
      );
  const freshHash = () => `${Math.floor(clock.now() / 1_000)}.${randomBytes(4).toString("hex")}`;

  function record(kind: EntryKind, form: Form, payload: unknown = form.view): void {
    const person = personWith(form.slackId);
    journal.add({
      place: "slack",
      kind,
      ...(person && { personId: person.id }),
      interactionId: form.view.id,
      payload,
    });
  }

  function put(form: Form): void {
    const stack = stackOf(form).map((other) => (other.view.id === form.view.id ? form : other));
    stacks.set(keyOf(form), stack);
  }

  function closeFrom(where: Where, index: number): void {
    const stack = stackOf(where);
    if (index === 0) stacks.delete(keyOf(where));
    else stacks.set(keyOf(where), stack.slice(0, index));
    for (const form of stack.slice(index).reverse()) record("form_closed", form);
  }

  return {
    open({ slackId, client }: Where, modal: Modal): HeldView | undefined {
      const stack = stackOf({ slackId, client });
      if (stack.length >= limits.viewStack) return undefined;
      made += 1;
      const id = `V${String(made).padStart(9, "0")}`;
      const view: HeldView = {
        ...modal,
        ...apps,
        id,
        app_installed_team_id: ids.teamId,
        hash: freshHash(),
        root_view_id: stack[0]?.view.id ?? id,
        previous_view_id: stack.at(-1)?.view.id ?? null,
        state: { values: {} },
      };
      const form: Form = { slackId, client, view, errors: {} };
      stacks.set(keyOf(form), [...stack, form]);
      record("form", form);
      return view;
    },
    update(viewId: string, modal: Modal): HeldView | undefined {
      const form = find({ viewId });
      if (!form) return undefined;
      const view: HeldView = { ...form.view, submit: undefined, close: undefined, ...modal, hash: freshHash() };
      const updated: Form = { ...form, view, errors: {} };
      put(updated);
      record("form_updated", updated);
      return view;
    },
    showErrors(viewId: string, errors: Readonly<Record<string, string>>) {
      const form = find({ viewId });
      if (!form) return;
      const shown: Form = { ...form, errors };
      put(shown);
      record("form_updated", shown, { ...form.view, errors });
    },
    close(viewId: string) {
      const form = find({ viewId });
      if (form) closeFrom(form, stackOf(form).indexOf(form));
    },
    closeAll: (where: Where) => closeFrom(where, 0),
    find,
    openBy: (slackId: string): readonly Form[] =>
      [...stacks.values()]
        .flat()
        .filter((form) => form.slackId === slackId)
        .toSorted((one, other) => one.view.id.localeCompare(other.view.id)),
    openAt: stackOf,
  };
}

export type HeldHome = Home & Held;

export function openHomes({ journal, workspace }: { journal: Journal; workspace: Workspace }) {
  const homes = new Map<string, HeldHome>();
  return {
    publish(slackUserId: string, home: Home): HeldHome {
      const id = `VHOME${slackUserId}`;
      const held = { ...home, ...apps, id, hash: workspace.nextTs() };
      homes.set(slackUserId, held);
      const person = personWith(slackUserId);
      journal.add({ place: "slack", kind: "home", ...(person && { personId: person.id }), payload: held });
      return held;
    },
    of: (slackUserId: string): HeldHome | undefined => homes.get(slackUserId),
  };
}

interface Trigger {
  readonly where: Where;
  readonly madeAt: number;
  exchanged: boolean;
}

/** Each act of a person lets the bot open one form within 3 s. */
export function openTriggerIds(clock: SandboxClock) {
  const triggers = new Map<string, Trigger>();
  return {
    mint({ slackId, client }: Where): string {
      const id = `${clock.now()}.${triggers.size + 1}.${randomBytes(16).toString("hex")}`;
      triggers.set(id, { where: { slackId, client }, madeAt: clock.now(), exchanged: false });
      return id;
    },
    exchange(id: string): { readonly ok: true; readonly where: Where } | Refusal {
      const trigger = triggers.get(id);
      if (!trigger) return refuse("invalid_trigger_id", "no such trigger_id");
      if (trigger.exchanged) return refuse("exchanged_trigger_id", "this trigger_id was used before");
      const ageMs = clock.now() - trigger.madeAt;
      if (ageMs >= limits.triggerMs) return refuse("expired_trigger_id", `this trigger_id is ${ageMs} ms old`);
      trigger.exchanged = true;
      return { ok: true, where: trigger.where };
    },
  };
}

/** A form opened by this client is shown only there. */
export interface Seated extends Person {
  readonly client: string;
}
