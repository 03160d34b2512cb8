import { z } from "zod";
import type { ReplyHandle } from "../core/chat.ts";
import type { TeamRules } from "../core/team/rules.ts";
import { LOCALES } from "../core/text/locale.ts";

const names = z.array(z.string());
const cap = z.number().nullable();
const reply = z.looseObject({ platform: z.enum(["discord", "slack"]), channelId: z.string(), userId: z.string() });

/** Past these it is trusted: we wrote it. */
const handle = z
  .custom<ReplyHandle>((found) => reply.safeParse(found).success)
  .nullable()
  .default(null);

/** Rules of an earlier version say nothing of approvals. */
const shape = z.looseObject({
  teamMonth: cap,
  personMonth: cap,
  isForEveryone: z.boolean(),
  people: names,
  roles: names,
  channels: names,
  askAbove: cap.default(null),
  approvals: handle,
  savedBy: handle,
  locale: z.enum(LOCALES).default("en"),
  mayApproveOwn: z.boolean().default(false),
  managers: names,
  isPaused: z.boolean().default(false),
  blocked: names.default([]),
  words: names.default([]),
  isAgeRestrictedOnly: z.boolean().default(false),
}) satisfies z.ZodType<TeamRules>;

/** The rules in a record's body. Throws where they cannot be read: that is never "no rules". */
export function readRules(team: string, body: string, isWhole: boolean): TeamRules {
  const read = isWhole ? shape.safeParse(parsed(body)) : null;
  if (!read?.success) throw new Error(`the rules of team ${team} cannot be read`);
  return read.data;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
