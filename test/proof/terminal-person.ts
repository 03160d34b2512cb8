import { createInterface } from "node:readline";
import { NotTried, type Person, type Platform, type Task } from "./check.ts";

const SKIP = /^(?:s|skip)$/i;
const YES = /^(?:y|yes)$/i;

/** A person at a terminal. Entering "s" skips the current wait. */
export function terminalPerson(
  input: NodeJS.ReadableStream,
  write: (text: string) => void,
): Person & { close(): void } {
  const lines = createInterface({ input });
  let leaving = new AbortController();
  let answered: ((line: string) => void) | null = null;
  let isGone = false;

  lines.on("line", (line) => {
    const typed = line.trim();
    if (answered) answered(typed);
    else if (SKIP.test(typed)) leaving.abort(new NotTried("you skipped it"));
  });
  // Without input, nothing is agreed to and every wait ends.
  lines.on("close", () => {
    isGone = true;
    answered?.("");
    leaving.abort(new NotTried("the input has ended"));
  });
  const ask = async (question: string) => {
    write(question);
    if (isGone) return "";
    const line = await new Promise<string>((resolve) => {
      answered = resolve;
    });
    answered = null;
    return line;
  };

  return {
    async does(platform, task) {
      const where = platform === "discord" ? "Discord" : "Slack";
      write(`  → ${where}: ${wordsFor(platform, task)} (Or type s and Enter to skip it.)\n`);
    },
    agrees: async (what) => YES.test(await ask(`  Others could see this: ${what}. Go on? [y/N] `)),
    async sees(what) {
      const line = await ask(`  ${what} [y/n, s to skip it] `);
      return /^(?:n|no)$/i.test(line) ? false : YES.test(line) || null;
    },
    skipped() {
      if (leaving.signal.aborted && !isGone) leaving = new AbortController();
      return leaving.signal;
    },
    receives: (what) => write(`  ${what}\n`),
    close: () => lines.close(),
  };
}

function wordsFor(platform: Platform, task: Task): string {
  switch (task.kind) {
    case "command": {
      const options = Object.entries(task.options ?? {}).map(([name, value]) => ` ${name}: ${value}`);
      const typed = `/${task.name}${task.subcommand ? ` ${task.subcommand}` : ""}${options.join("")}`;
      return `type ${typed} in ${task.where === "thread" ? "a thread of your test channel" : "your test channel"}.`;
    }
    case "types into":
      return `type /${task.name}, choose its option ${task.option}, type "${task.typed}" into it, and do not send it.`;
    case "uses on message":
      return `use Apps → ${task.name} on the message that the bot has just posted.`;
    case "writes":
      return `write "${task.text}" to the bot in your direct messages.`;
    case "slash":
      return `type ${task.text} in your test channel.`;
    case "shortcut":
      return `use the app's shortcut on the message that it has just sent you.`;
    case "mention":
      return `write "@Reelay ${task.text}" in your test channel.`;
    case "opens home":
      return "open the app's Home tab.";
    case "waits for a refresh":
      return "nothing to do: the connection ends by itself after about six minutes.";
    case "press":
      return `press ${task.label} on the message that the bot has just ${platform === "discord" ? "shown" : "sent"} you.`;
    case "submit":
      return `fill in ${Object.entries(task.values)
        .map(([name, value]) => `${name} with ${value}`)
        .join(", ")}, and send the form.`;
    case "removes app":
      return "remove the app from the workspace, in its settings.";
  }
}
