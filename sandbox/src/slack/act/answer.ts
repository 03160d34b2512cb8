/** What a method gives back. `why` and the pointers of `problems` tell a developer more than the code does. */
export type Answer = ({ readonly ok: true } & Readonly<Record<string, unknown>>) | Refusal;

export interface Refusal {
  readonly ok: false;
  readonly error: string;
  readonly why: string;
  readonly problems: readonly string[];
  /** The problems as blocks.validate tells them. */
  readonly errors?: readonly object[];
}

export function refuse(error: string, why: string, problems: readonly string[] = []): Refusal {
  return { ok: false, error, why: problems.length > 0 ? problems.join("; ") : why, problems };
}

/** A refusal as Slack spells it on the wire; what it says beyond the code is for the journal alone. */
export function refusalBody({ error, problems, errors }: Refusal): unknown {
  if (errors) return { ok: false, error, errors };
  if (problems.length === 0) return { ok: false, error };
  return {
    ok: false,
    error,
    errors: problems,
    response_metadata: { messages: problems.map((text) => `[ERROR] ${text}`) },
  };
}
