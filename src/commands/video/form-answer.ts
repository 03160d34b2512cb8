import type { Form } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { PaidBy } from "../../core/team/payer.ts";
import { fitForm, withPayer } from "../../messages/ask/fit-form.ts";
import { withStyles } from "../../messages/pages/styles.ts";
import type { Visit } from "../command-deps.ts";
import { stylesHere } from "../style/styles-here.ts";
import { payerToAsk } from "../team/choose-payer.ts";

/** Fields of a Discord form. Source: Discord's documentation, components/reference#modal (read 2026-11-21). */
const FIELDS_ON_DISCORD = 5;

/**
 * A form for a video, or for several, which asks who pays, and for a style, where there is a choice; `payer` and `style` are those of the card that
 * it came from. On Discord there is room for one of the two: who pays.
 */
export async function formAnswer(
  visit: Visit,
  form: Form,
  payer: PaidBy | null = null,
  style: string | null = null,
): Promise<Answer> {
  const { command, words } = visit;
  const asked = await payerToAsk(visit, payer);
  const paid = asked === null ? form : withPayer(form, asked, words);
  const isFull = asked !== null && command.owner.platform === "discord";
  const styles = isFull ? null : await stylesHere(visit);
  const whole = styles?.ok ? withStyles(paid, styles.value, style, words) : paid;
  const most = command.owner.platform === "discord" ? FIELDS_ON_DISCORD : Number.POSITIVE_INFINITY;
  return { kind: "form", form: fitForm(whole, most, words) };
}
