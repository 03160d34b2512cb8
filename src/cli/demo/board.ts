import { clearScreenDown, cursorTo, moveCursor } from "node:readline";

export interface Board {
  /** Prints a line that stays. */
  line(text: string): void;
  /**
   * Redraws the bar of one message in its place below the lines; null removes it. Absent: bars are printed as lines.
   */
  readonly bar?: (id: string, text: string | null) => void;
}

export interface Telling {
  readonly prompt: string;
  readonly board: Board;
  readonly hasLinks: boolean;
  /** How long people wait for what they expect to see, in milliseconds. */
  readonly withinMs: number;
}

/** A stream that does not end at a terminal has no columns. */
type Screen = NodeJS.WritableStream & { readonly columns?: number; hasColors?(): boolean };

const GREEN = "\u001b[32m";
const PLAIN = "\u001b[39m";

export function plainBoard(stream: NodeJS.WritableStream): Board {
  return { line: (text) => void stream.write(`${text}\n`) };
}

/**
 * Draws bars that move, cut where the terminal is narrow, and coloured where it has colours and NO_COLOR is not set.
 */
export function liveBoard(screen: Screen): Board {
  const bars = new Map<string, string>();
  let drawn = 0;

  const erase = () => {
    if (drawn === 0) return;
    moveCursor(screen, 0, -drawn);
    cursorTo(screen, 0);
    clearScreenDown(screen);
    drawn = 0;
  };
  const draw = () => {
    for (const text of bars.values()) screen.write(`${tinted(cut(text))}\n`);
    drawn = bars.size;
  };
  const cut = (text: string) => [...text].slice(0, Math.max(1, (screen.columns ?? 80) - 1)).join("");
  const tinted = (text: string) => (screen.hasColors?.() ? `${GREEN}${text}${PLAIN}` : text);

  return {
    line(text) {
      erase();
      screen.write(`${text}\n`);
      draw();
    },
    bar(id, text) {
      if (text === null ? !bars.has(id) : bars.get(id) === text) return;
      erase();
      if (text === null) bars.delete(id);
      else bars.set(id, text);
      draw();
    },
  };
}
