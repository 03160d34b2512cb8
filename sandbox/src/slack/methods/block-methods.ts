import { z } from "zod";
import { type Answer, refuse } from "../act/answer.ts";
import { checkBlocks } from "../check/check-blocks.ts";
import { checkHome, checkModal } from "../check/check-view.ts";
import { type Methods, method } from "./method.ts";
import { nested } from "./read-call.ts";

const given = z.object({ blocks: z.unknown(), message: z.unknown(), view: z.unknown() }).partial();
const ofMessage = z.looseObject({ blocks: z.unknown() });
const ofView = z.looseObject({ type: z.string() });

/** Judges what is sent nowhere. Source: Slack's documentation, methods/blocks.validate (read 2026-11-23). */
export function blockMethods(): Methods {
  return {
    "blocks.validate": method(given, (args) => {
      const all = Object.values(args).filter((each) => each !== undefined);
      if (all.length !== 1) return refuse("invalid_arguments", "exactly one of blocks, message and view");
      const problems = problemsOf(args);
      return problems.length === 0 ? { ok: true } : refused(problems);
    }),
  };
}

function problemsOf({ blocks, message, view }: z.infer<typeof given>): readonly string[] {
  if (view !== undefined) return ofWholeView(nested(view));
  const list = message === undefined ? nested(blocks) : ofMessage.safeParse(nested(message)).data?.blocks;
  const checked = checkBlocks(list, "message", message === undefined ? [] : ["blocks"]);
  return checked.ok ? [] : checked.problems;
}

function ofWholeView(view: unknown): readonly string[] {
  const isHome = ofView.safeParse(view).data?.type === "home";
  const checked = isHome ? checkHome(view) : checkModal(view);
  return checked.ok ? [] : checked.problems.map((each) => each.replace("[json-pointer:/view", "[json-pointer:"));
}

const POINTED = /^(.*) \[json-pointer:([^\]]*)\]$/s;

function refused(problems: readonly string[]): Answer {
  const errors = problems.map((each) => {
    const [, message = each, pointer = ""] = POINTED.exec(each) ?? [];
    return { code: "failed_constraint", message, pointer };
  });
  return { ...refuse("invalid_blocks", "", problems), errors };
}
