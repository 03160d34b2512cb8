type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a person may tune in the sandbox: how the bot behaves, where its page is, what is logged. Any other variable points
 * outside, names people and places of a real world, or says where that world's data and keys are; a new one too.
 */
const TUNABLE: ReadonlySet<string> = new Set([
  "PORT",
  "ATTACH_VIDEOS",
  "COMMAND_PREFIX",
  "POLL_MIN_MS",
  "JOB_DEADLINE_MS",
  "MAX_JOBS_PER_USER",
  "MAX_JOBS_PER_WORKSPACE",
  "MAX_WAITING_PER_USER",
  "COMMANDS_PER_MINUTE",
  "RETENTION_DAYS",
  "LOG_LEVEL",
  "LOG_FORMAT",
]);

/** The part of the environment that reaches the sandbox's bot. */
export function sandboxEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => TUNABLE.has(name)));
}
