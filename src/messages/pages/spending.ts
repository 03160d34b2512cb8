import type { Ledger, Spending } from "../../core/job/ledger.ts";
import type { Words } from "../words.ts";

/** What a person's videos have cost: "This month: 95 credits spent." Last month only where there was something. */
export function spendingText({ thisMonth, lastMonth }: Spending, words: Words): string {
  const { spending, amounts } = words;
  const now = spending.thisMonth(ledgerText(thisMonth, words));
  const isQuiet = lastMonth.charged === 0 && lastMonth.unknown === 0;
  return isQuiet ? now : [now, spending.lastMonth(ledgerText(lastMonth, words))].join(amounts.sentenceGap);
}

/** "95 credits spent (190 charged, 95 refunded), plus up to 143 unconfirmed". */
export function ledgerText({ charged, refunded, unknown }: Ledger, { spending }: Words): string {
  const spent = charged === refunded ? spending.none : spending.spent(charged - refunded);
  const refunds = refunded === 0 ? "" : spending.refunds(charged, refunded);
  const maybe = unknown === 0 ? "" : spending.maybe(unknown);
  return `${spent}${refunds}${maybe}`;
}
