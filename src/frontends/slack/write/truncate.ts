/** At most `most` UTF-16 units and well formed: longer text ends in an ellipsis, and no character is cut in two. */
export function truncate(text: string, most: number): string {
  const whole = text.toWellFormed();
  if (whole.length <= most) return whole;
  let kept = "";
  for (const character of whole) {
    if (kept.length + character.length > most - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
