/** Lets a tenth of all calls be retried early, so that retries never become a load of their own. */
export interface RetryBudget {
  /** A call was made that is no early retry. */
  earn(): void;
  /** Whether one may be retried early; it is counted. */
  spend(): boolean;
}

const SHARE = 0.1;
/** What is there at the start, and what a quiet time can save up. */
const AT_FIRST = 10;
const MOST = 100;

export function retryBudget(): RetryBudget {
  let left = AT_FIRST;
  return {
    earn() {
      left = Math.min(MOST, left + SHARE);
    },
    spend() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
