import type { Form } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { fitForm, withPayer } from "../../messages/ask/fit-form.ts";
import { withLooks } from "../../messages/pages/looks.ts";
import type { Visit } from "../command-deps.ts";
import { looksHere } from "../look/looks-here.ts";
import { payerToAsk } from "../team/choose-payer.ts";

/** Fields of a Discord form. Source: Discord's documentation, components/reference#modal (read 2026-11-21). */
const FIELDS_ON_DISCORD = 5;

/**
 * A form for a video, or for several, which asks who pays, and for a look, where there is a choice; `payer` and `look` are those of the card that
 * it came from. On Discord there is room for one of the two: who pays.
 */
export async function formAnswer(
  visit: Visit,
  form: Form,
  payer: PaidBy | null = null,
  look: string | null = null,
): Promise<Answer> {
  const { command, words } = visit;
  const asked = await payerToAsk(visit, payer);
  const paid = asked === null ? form : withPayer(form, asked, words);
  const isFull = asked !== null && command.owner.platform === "discord";
  const looks = isFull ? null : await looksHere(visit);
  const whole = looks?.ok ? withLooks(paid, looks.value, look, words) : paid;
  const most = command.owner.platform === "discord" ? FIELDS_ON_DISCORD : Number.POSITIVE_INFINITY;
  return { kind: "form", form: fitForm(whole, most, words) };
}
