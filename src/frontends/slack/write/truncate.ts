/** At most `most` UTF-16 units and well formed: longer text ends in an ellipsis, and no character is cut in two. */
export function truncate(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  return `${beginning(whole, most - 1)}…`;
}

/** So much of it as `most` UTF-16 units hold. */
export function beginning(text: string, most: number): string {
  let end = 0;
  for (const character of text) {
    if (end + character.length > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}
