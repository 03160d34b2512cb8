/** The bot that runs on the sandbox, as far as the page may act on it. */
export interface BotOnSandbox {
  status(): "running" | "starting" | "ended";
  /** Only where it is a process of its own. */
  canBeKilled(): boolean;
  /** Ends it as SIGKILL does and starts it again over the same folder; resolves when it is connected. */
  killAndRestart(): Promise<void>;
}
