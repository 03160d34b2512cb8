import type { Ledger, Spending } from "../core/ledger.ts";
import { creditsText } from "./credits-text.ts";

/** What a person's videos have cost: "This month you used 95 credits." Last month only where there was something. */
export function spendingText({ thisMonth, lastMonth }: Spending): string {
  const now = `This month you used ${ledgerText(thisMonth)}`;
  const isQuiet = lastMonth.charged === 0 && lastMonth.unknown === 0;
  return isQuiet ? now : `${now} Last month: ${ledgerText(lastMonth)}`;
}

function ledgerText({ charged, refunded, unknown }: Ledger): string {
  const back = refunded === 0 ? "" : `; ${refunded === charged ? "all" : creditsText(refunded)} came back`;
  const maybe = unknown === 0 ? "" : ` ${creditsText(unknown)} more may have been charged, nobody knows.`;
  return `${charged === 0 ? "no credits" : creditsText(charged)}${back}.${maybe}`;
}
