import { listen } from "./http.ts";
import { startSandbox } from "./sandbox.ts";

/**
 * Starts the sandbox without a bot, its page at the first of these ports that is free, and prints the settings that point
 * a bot at it: what it prints can be saved as a `.env`. Rejects where every port is taken; the returned function stops it.
 */
export async function serveAlone(
  ports: readonly number[],
  options: Parameters<typeof startSandbox>[0],
  more: Readonly<Record<string, string>> = {},
): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ drawsFilms: true, ...options });
  const page = await listen(
    async (request, response) => {
      if (!(await sandbox.handle(request, response))) response.writeHead(404).end();
    },
    ...ports,
  );
  const env = { ...sandbox.env, POLICY_URL: `${page.origin}/sandbox/policy/judge`, ...more };
  const lines = [
    `# The sandbox is running. Its page: ${page.origin} — its ledger: ${page.origin}/sandbox/ledger`,
    "# These lines point a bot at it; save them as .env, or set them, and start the bot beside this. Ctrl+C stops it.",
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return async () => {
    await page.close();
    await sandbox.stop();
  };
}
