import { z } from "zod";
import { parseCommand } from "../../sandbox/src/discord/command-registry.ts";
import { flag } from "../../sandbox/src/discord/discord-limits.ts";
import { messageFaults } from "../../sandbox/src/discord/draft.ts";
import type { MessageBody } from "../../sandbox/src/discord/message-schema.ts";
import { parseForm, Refusal } from "../../sandbox/src/discord/refusal.ts";

/** Returns the faults of a body that Discord's published schema accepts. `files` is the number of attached files. */
export type Rule = (body: unknown, files: number) => readonly string[];

/** Returns what the emulator rejects in a form. */
export function formFaults<Form>(form: z.ZodType<Form>): Rule {
  return (body) => refusals(() => void parseForm(form, body));
}

export const commandFaults: Rule = (body) =>
  refusals(() =>
    z
      .array(z.unknown())
      .parse(body)
      .map((command, index) => parseCommand(command, [index])),
  );

/** A deferred response may only set the EPHEMERAL flag. */
export const deferralFaults: Rule = (body) => {
  const flags = z.object({ flags: z.int().default(0) }).parse(body ?? {}).flags;
  return (flags & ~flag.ephemeral) === 0 ? [] : ["flags: a deferred answer takes EPHEMERAL only"];
};

/** The rules for a whole message. One rule is ours: a message must not ping anyone by default, because Discord's default is everybody. */
export function messageFaultsOf(how: {
  readonly form: z.ZodType<MessageBody>;
  /** The flags that may be set here. */
  readonly flags: number;
  readonly isNew: boolean;
}): Rule {
  return (body, files) => {
    const faults = [...formFaults(how.form)(body, files)];
    if (faults.length > 0) return faults;
    const { content, embeds, components, flags, allowed_mentions } = how.form.parse(body);
    const whole = { flags: flags ?? 0, content: content ?? "", embeds: embeds ?? [], components: components ?? [] };
    // Attachments of an edited message are unknown here. The emulator checks them.
    for (const { path, code } of messageFaults({ ...whole, filenames: [] }))
      if (!code.endsWith("ATTACHMENT_NOT_FOUND")) faults.push(`${path.join(".")}: ${code}`);
    if ((whole.flags & ~how.flags) !== 0) faults.push("flags: some cannot be set here");
    if (how.isNew && whole.content.trim() === "" && whole.embeds.length + whole.components.length + files === 0)
      faults.push("nothing is in it");
    if (allowed_mentions?.parse?.length !== 0) faults.push("allowed_mentions: must contain an empty parse");
    return faults;
  };
}

function refusals(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [`${error.message}: ${JSON.stringify(error.body.errors)}`];
    throw error;
  }
}
