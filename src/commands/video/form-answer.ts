import type { Form } from "../../core/chat.ts";
import type { Answer } from "../../core/command.ts";
import type { Payer } from "../../core/team/payer.ts";
import { fitForm, withPayer } from "../../messages/ask/fit-form.ts";
import type { Visit } from "../command-deps.ts";
import { payerToAsk } from "../team/choose-payer.ts";

/** Fields of a Discord form. Source: Discord's documentation, components/reference#modal (read 2026-11-21). */
const FIELDS_ON_DISCORD = 5;

/** A form for a video, which asks who pays where there is a choice; `payer` is who paid for the card that it came from. */
export async function formAnswer(visit: Visit, form: Form, payer: Payer | null = null): Promise<Answer> {
  const { command, words } = visit;
  const asked = await payerToAsk(visit, payer);
  const whole = asked === null ? form : withPayer(form, asked, words);
  const most = command.owner.platform === "discord" ? FIELDS_ON_DISCORD : Number.POSITIVE_INFINITY;
  return { kind: "form", form: fitForm(whole, most, words) };
}
