import type { Ledger, Spending } from "../core/ledger.ts";
import type { Words } from "./words.ts";

/** What a person's videos have cost: "This month you used 95 credits." Last month only where there was something. */
export function spendingText({ thisMonth, lastMonth }: Spending, words: Words): string {
  const { spending, amounts } = words;
  const now = spending.thisMonth(ledgerText(thisMonth, words));
  const isQuiet = lastMonth.charged === 0 && lastMonth.unknown === 0;
  return isQuiet ? now : [now, spending.lastMonth(ledgerText(lastMonth, words))].join(amounts.sentenceGap);
}

function ledgerText({ charged, refunded, unknown }: Ledger, { spending, amounts }: Words): string {
  const used = charged === 0 ? spending.none : amounts.credits(charged);
  const known =
    refunded === 0
      ? spending.noneBack(used)
      : refunded === charged
        ? spending.allBack(used)
        : spending.someBack(used, refunded);
  return unknown === 0 ? known : [known, spending.maybe(unknown)].join(amounts.sentenceGap);
}
