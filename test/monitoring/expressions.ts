/** One figure as a question of PromQL names it. */
export interface Asked {
  readonly figure: string;
  /** Labels that it picks by, each with the words that it picks. */
  readonly picks: Readonly<Record<string, readonly string[]>>;
  /** The function that reads its growth, such as `rate`; null where it is asked as it is. */
  readonly grownBy: string | null;
}

/** Every figure that a question names. */
export function asked(expression: string): readonly Asked[] {
  const named = /(?:\b(rate|increase)\()?\b((?:reelay|process|nodejs)_\w+|up)\b(?!\s*\()(?:\{([^}]*)\})?/g;
  return [...expression.matchAll(named)].map(([, grownBy = null, figure = "", picks = ""]) => ({
    figure,
    picks: Object.fromEntries(
      [...picks.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].map(([, label = "", words = ""]) => [label, words.split("|")]),
    ),
    grownBy,
  }));
}

/** Labels that a question sums or groups by. */
export function groupedBy(expression: string): readonly string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
}

/** Labels that a sentence shows, such as `{{ $labels.place }}` or a legend's `{{place}}`. */
export function shownIn(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = ""]) => label);
}
