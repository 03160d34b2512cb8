import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { EntryKind, Journal } from "../journal.ts";
import { personWith } from "../people.ts";
import type { Modal } from "./check/check-view.ts";
import { limits } from "./check/limits.ts";
import type { Seated } from "./seated.ts";
import { ids } from "./workspace.ts";

/** A view as Slack holds and returns it. */
export interface HeldView extends Modal {
  readonly id: string;
  readonly team_id: string;
  readonly app_id: string;
  readonly bot_id: string;
  readonly app_installed_team_id: string;
  readonly hash: string;
  readonly root_view_id: string;
  readonly previous_view_id: string | null;
  readonly state: { readonly values: Readonly<Record<string, unknown>> };
}

/** Whose screen it is. */
type Where = Pick<Seated, "slackId" | "client">;

export interface Form extends Where {
  readonly view: HeldView;
  readonly errors: Readonly<Record<string, string>>;
}

/** The forms people have open: a stack of at most three in each of their clients. */
export interface Views {
  /** Puts it on top of that client's stack; undefined where that is full. */
  open(where: Where, modal: Modal): HeldView | undefined;
  /** Undefined where the form is closed by now. */
  update(viewId: string, modal: Modal): HeldView | undefined;
  showErrors(viewId: string, errors: Readonly<Record<string, string>>): void;
  /** Closes that form and what lies on top of it. */
  close(viewId: string): void;
  closeAll(where: Where): void;
  find(id: { readonly viewId?: string | undefined; readonly externalId?: string | undefined }): Form | undefined;
  /** Of all that person's clients, newest last. */
  openBy(slackId: string): readonly Form[];
  /** In that client alone, newest last. */
  openAt(where: Where): readonly Form[];
}

export function openViews({ clock, journal }: { clock: SandboxClock; journal: Journal }): Views {
  const stacks = new Map<string, Form[]>();
  let made = 0;

  const keyOf = ({ slackId, client }: Where) => `${slackId} ${client}`;
  const stackOf = (where: Where) => stacks.get(keyOf(where)) ?? [];
  const find: Views["find"] = ({ viewId, externalId }) =>
    [...stacks.values()]
      .flat()
      .find(({ view }) =>
        viewId !== undefined ? view.id === viewId : externalId !== undefined && view.external_id === externalId,
      );
  const freshHash = () => `${Math.floor(clock.now() / 1_000)}.${randomBytes(4).toString("hex")}`;

  function tell(kind: EntryKind, form: Form, payload: unknown = form.view): void {
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
    for (const form of stack.slice(index).reverse()) tell("form_closed", form);
  }

  return {
    open({ slackId, client }, modal) {
      const stack = stackOf({ slackId, client });
      if (stack.length >= limits.viewStack) return undefined;
      made += 1;
      const id = `V${String(made).padStart(9, "0")}`;
      const view: HeldView = {
        ...modal,
        id,
        team_id: ids.teamId,
        app_id: ids.appId,
        bot_id: ids.botId,
        app_installed_team_id: ids.teamId,
        hash: freshHash(),
        root_view_id: stack[0]?.view.id ?? id,
        previous_view_id: stack.at(-1)?.view.id ?? null,
        state: { values: {} },
      };
      const form: Form = { slackId, client, view, errors: {} };
      stacks.set(keyOf(form), [...stack, form]);
      tell("form", form);
      return view;
    },
    update(viewId, modal) {
      const form = find({ viewId });
      if (!form) return undefined;
      const view: HeldView = { ...form.view, submit: undefined, close: undefined, ...modal, hash: freshHash() };
      const updated: Form = { ...form, view, errors: {} };
      put(updated);
      tell("form_updated", updated);
      return view;
    },
    showErrors(viewId, errors) {
      const form = find({ viewId });
      if (!form) return;
      const shown: Form = { ...form, errors };
      put(shown);
      tell("form_updated", shown, { ...form.view, errors });
    },
    close(viewId) {
      const form = find({ viewId });
      if (form) closeFrom(form, stackOf(form).indexOf(form));
    },
    closeAll: (where) => closeFrom(where, 0),
    find,
    openBy: (slackId) =>
      [...stacks.values()]
        .flat()
        .filter((form) => form.slackId === slackId)
        .toSorted((one, other) => one.view.id.localeCompare(other.view.id)),
    openAt: stackOf,
  };
}
