const NARROWEST = 20;

/** Words that are too long, such as addresses, stay whole. Text for a file or pipe is unchanged. */
export function wrapText(text: string, { isTTY, columns = 80 }: Partial<NodeJS.WriteStream>): string {
  if (!isTTY) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, Math.max(columns, NARROWEST)))
    .join("\n");
}

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const indent = " ".repeat(line.length - line.trimStart().length);
  // A question ends in a space, after which the answer is typed.
  const end = line.slice(line.trimEnd().length);
  const lines: string[] = [];
  let last = "";
  for (const word of line.trim().split(" ")) {
    const longer = last === "" ? `${indent}${word}` : `${last} ${word}`;
    if (longer.length + end.length <= columns || last === "") last = longer;
    else {
      lines.push(last.trimEnd());
      last = `${indent}  ${word}`;
    }
  }
  return `${[...lines, last].join("\n")}${end}`;
}
