import { randomBytes } from "node:crypto";
import { z } from "zod";
import { nested, problem, problemsOf, type Refusal, refuse } from "./answer.ts";
import { areUnique, type Block, blockShape, plainText } from "./block-shapes.ts";
import { limits } from "./slack-limits.ts";

type Surface = "message" | "view";

const banned: Readonly<Record<Surface, Block["type"]>> = { message: "input", view: "markdown" };

interface Problems {
  readonly ok: false;
  readonly problems: readonly string[];
}
type CheckedBlocks = { readonly ok: true; readonly blocks: readonly Block[] } | Problems;

export function checkBlocks(raw: unknown, surface: Surface, root: readonly string[] = ["blocks"]): CheckedBlocks {
  const most = surface === "message" ? limits.messageBlocks : limits.viewBlocks;
  const parsed = z.array(blockShape).max(most).safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };

  const problems = [...misplaced(parsed.data, surface, root), ...tooMuchMarkdown(parsed.data, root)];
  if (!areUnique(parsed.data.map((block) => block.block_id))) problems.push(problem("`block_id` must be unique", root));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, blocks: parsed.data.map(withIds) };
}

function misplaced(blocks: readonly Block[], surface: Surface, root: readonly string[]): string[] {
  return blocks.flatMap((block, index) =>
    banned[surface] === block.type ? [problem(`unsupported type: ${block.type}`, [...root, index, "type"])] : [],
  );
}

function tooMuchMarkdown(blocks: readonly Block[], root: readonly string[]): string[] {
  const length = blocks.reduce((sum, block) => sum + (block.type === "markdown" ? block.text.length : 0), 0);
  return length > limits.markdown ? [problem(`must be less than ${limits.markdown + 1} characters`, root)] : [];
}

function withIds(block: Block): Block {
  const block_id = block.block_id ?? freshId();
  switch (block.type) {
    case "actions":
      return { ...block, block_id, elements: block.elements.map(withActionId) };
    case "section":
      return block.accessory === undefined || block.accessory.type === "image"
        ? { ...block, block_id }
        : { ...block, block_id, accessory: withActionId(block.accessory) };
    case "input":
      return { ...block, block_id, element: withActionId(block.element) };
    default:
      return { ...block, block_id };
  }
}

function withActionId<E extends { readonly action_id?: string | undefined }>(element: E): E {
  return { ...element, action_id: element.action_id ?? freshId() };
}

function freshId(): string {
  return randomBytes(3).toString("hex").slice(0, 5);
}

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

type View<T> = Omit<T, "blocks"> & { readonly blocks: readonly Block[] };
export type Modal = View<z.infer<typeof modal>>;
export type Home = View<z.infer<typeof home>>;

type CheckedView<T> = { readonly ok: true; readonly view: T } | Problems;

const root = ["view"];

function checkView<T extends { readonly blocks: unknown }>(shape: z.ZodType<T>, raw: unknown): CheckedView<View<T>> {
  const parsed = shape.safeParse(raw, { reportInput: true });
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error, root) };
  const checked = checkBlocks(parsed.data.blocks, "view", [...root, "blocks"]);
  return checked.ok ? { ok: true, view: { ...parsed.data, blocks: checked.blocks } } : checked;
}

export const checkHome = (raw: unknown): CheckedView<Home> => checkView(home, raw);

export function checkModal(raw: unknown): CheckedView<Modal> {
  const checked = checkView(modal, raw);
  const lacksSubmit =
    checked.ok && checked.view.submit === undefined && checked.view.blocks.some(({ type }) => type === "input");
  return lacksSubmit ? { ok: false, problems: [problem("missing required field: submit", root)] } : checked;
}

export interface Content {
  readonly ok: true;
  readonly text: string;
  readonly blocks: readonly Block[];
}

export function readContent(given: {
  readonly text?: string | undefined;
  readonly blocks?: unknown;
}): Content | Refusal {
  const raw = given.blocks === undefined || given.blocks === null ? [] : nested(given.blocks);
  if (!Array.isArray(raw)) return refuse("invalid_blocks_format", "blocks is no list of blocks");
  const checked = checkBlocks(raw, "message");
  if (!checked.ok) return refuse("invalid_blocks", "", checked.problems);
  const text = given.text ?? "";
  if (text.trim() === "" && checked.blocks.length === 0) return refuse("no_text", "neither text nor blocks");
  return { ok: true, text: text.slice(0, limits.messageText), blocks: checked.blocks };
}
