import { z } from "zod";
import { type Answer, type Refusal, refuse } from "../act/answer.ts";
import { checkHome, checkModal, type Modal } from "../check/check-view.ts";
import { limits } from "../check/limits.ts";
import type { World } from "../world.ts";
import { type Methods, method } from "./method.ts";
import { nested } from "./read-call.ts";

const shown = z.object({ trigger_id: z.string().min(1), view: z.unknown() });

export function viewMethods({ views, homes, triggerIds, workspace }: World): Methods {
  /** `except` is the form that may keep its external id. */
  function readModal(raw: unknown, except?: string): { ok: true; modal: Modal } | Refusal {
    const given = nested(raw);
    if (Buffer.byteLength(JSON.stringify(given) ?? "") > limits.viewBytes)
      return refuse("view_too_large", `more than ${limits.viewBytes} bytes`);
    const checked = checkModal(given);
    if (!checked.ok) return refuse("invalid_arguments", "", checked.problems);
    const { external_id: externalId } = checked.view;
    const twin = externalId === "" ? undefined : views.find({ externalId });
    if (twin && twin.view.id !== except)
      return refuse("duplicate_external_id", "another open form has that external_id");
    return { ok: true, modal: checked.view };
  }

  function open(args: z.infer<typeof shown>, needsParent: boolean): Answer {
    const read = readModal(args.view);
    if (!read.ok) return read;
    const exchanged = triggerIds.exchange(args.trigger_id);
    if (!exchanged.ok) return exchanged;
    if (needsParent && views.openAt(exchanged.where).length === 0)
      return refuse("not_found", "there is no form to push this one upon");
    const view = views.open(exchanged.where, read.modal);
    return view ? { ok: true, view } : refuse("push_limit_reached", `${limits.viewStack} forms are open`);
  }

  return {
    "views.open": method(shown, (args) => open(args, false)),
    "views.push": method(shown, (args) => open(args, true)),

    "views.update": method(
      z.object({
        view_id: z.string().optional(),
        external_id: z.string().optional(),
        hash: z.string().optional(),
        view: z.unknown(),
      }),
      (args) => {
        const form = views.find({ viewId: args.view_id, externalId: args.external_id });
        const read = readModal(args.view, form?.view.id);
        if (!read.ok) return read;
        if (!form) return refuse("not_found", `no open form ${args.view_id ?? args.external_id ?? ""}`);
        if (args.hash !== undefined && args.hash !== form.view.hash)
          return refuse("hash_conflict", "the form was changed since");
        return { ok: true, view: views.update(form.view.id, read.modal) };
      },
    ),

    "views.publish": method(
      z.object({ user_id: z.string().min(1), hash: z.string().optional(), view: z.unknown() }),
      (args) => {
        if (!workspace.directMessage(args.user_id)) return refuse("user_not_found", `no user ${args.user_id}`);
        const checked = checkHome(nested(args.view));
        if (!checked.ok) return refuse("invalid_arguments", "", checked.problems);
        const held = homes.of(args.user_id);
        if (args.hash !== undefined && held !== undefined && args.hash !== held.hash)
          return refuse("hash_conflict", "the home was changed since");
        return { ok: true, view: homes.publish(args.user_id, checked.view) };
      },
    ),
  };
}
