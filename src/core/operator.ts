/** What people read about those who run this bot; null: these have not set it. */
export interface Operator {
  /** An address, a mail address or a channel, as one line of text. */
  readonly contact: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

export const unknownOperator: Operator = { contact: null, termsUrl: null, privacyUrl: null };
