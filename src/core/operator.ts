export interface Operator {
  /** A web address, an email address or a channel, as one line of text. */
  readonly contact: string | null;
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
}

export const unknownOperator: Operator = { contact: null, termsUrl: null, privacyUrl: null };
