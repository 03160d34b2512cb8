import { z } from "zod";
import type { Block } from "./block-shapes.ts";
import { checkBlocks } from "./check-blocks.ts";
import { limits } from "./limits.ts";
import { problem, problemsOf } from "./problems-of.ts";
import { plainText } from "./text-shapes.ts";

const title = plainText(limits.viewTitle);
const common = {
  blocks: z.array(z.unknown()),
  private_metadata: z.string().max(limits.privateMetadata).default(""),
  callback_id: z.string().max(limits.callbackId).default(""),
  external_id: z.string().max(limits.callbackId).default(""),
};
const modal = z.strictObject({
  type: z.literal("modal"),
  title,
  submit: title.optional(),
  close: title.optional(),
  clear_on_close: z.boolean().default(false),
  notify_on_close: z.boolean().default(false),
  submit_disabled: z.boolean().default(false),
  ...common,
});
const home = z.strictObject({ type: z.literal("home"), ...common });
const shapes = { modal, home };

type View<T extends keyof typeof shapes> = Omit<z.infer<(typeof shapes)[T]>, "blocks"> & {
  readonly blocks: readonly Block[];
};
/** A modal as the bot may send it. */
export type Modal = View<"modal">;
export type Home = View<"home">;

export type CheckedView<T> =
  | { readonly ok: true; readonly view: T }
  | { readonly ok: false; readonly problems: readonly string[] };

const root = ["view"];

export function checkModal(raw: unknown): CheckedView<Modal> {
  const parsed = modal.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };
  const checked = checkBlocks(parsed.data.blocks, "modal", [...root, "blocks"]);
  if (!checked.ok) return checked;
  if (parsed.data.submit === undefined && checked.blocks.some((block) => block.type === "input"))
    return { ok: false, problems: [problem("missing required field: submit", root)] };
  return { ok: true, view: { ...parsed.data, blocks: checked.blocks } };
}

export function checkHome(raw: unknown): CheckedView<Home> {
  const parsed = home.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };
  const checked = checkBlocks(parsed.data.blocks, "home", [...root, "blocks"]);
  if (!checked.ok) return checked;
  return { ok: true, view: { ...parsed.data, blocks: checked.blocks } };
}
