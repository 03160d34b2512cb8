/** The bot that runs on the sandbox, as far as the page may act on it. */
export interface BotOnSandbox {
  status(): "running" | "starting" | "ended";
  /** Only where it is a process of its own. */
  canBeKilled(): boolean;
  /** Ends it as SIGKILL does and starts it again over the same folder; resolves when it is connected. */
  killAndRestart(): Promise<void>;
  /** Puts a fresh world and a fresh bot in the place of these; resolves when that bot is connected. */
  reset(): Promise<void>;
}
