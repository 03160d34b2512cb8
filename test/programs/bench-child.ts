const [role, ...args] = process.argv.slice(2);
const [first = "", second = "", third = ""] = args;
// The parent process has ended.
process.on("disconnect", () => process.exit());

// Each part imports only its own modules, because the memory and start time of some parts are measured.
switch (role) {
  case "polls":
    await (await import("../bench/polls/poll-server.ts")).servePolls(Number(first));
    break;
  case "platform":
    await (await import("../bench/platform.ts")).servePlatform();
    break;
  case "bare-discord":
    await (await import("../bench/bare-bots.ts")).bareDiscord(first, second);
    break;
  case "bare-http":
    await (await import("../bench/bare-bots.ts")).bareHttp(first, second, third);
    break;
  case "bare-bolt":
    await (await import("../bench/bare-bots.ts")).bareBolt(first, second, third);
    break;
  case "plain-bot":
    await (await import("../bench/jobs/plain-bot.ts")).plainBot(first, second, third);
    break;
  case "libraries":
    await (await import("../bench/libraries.ts")).loadLibraries();
    break;
  case "memory":
    await (await import("../bench/waiting-memory.ts")).measureWaitingMemory(
      Number(first),
      second,
      third === "in line" ? third : "running",
    );
    break;
  case "lateness":
    await (await import("../bench/polls/poll-lateness.ts")).timePolls(JSON.parse(first), second);
    break;
  default:
    throw new Error(`unknown benchmark part: ${role}`);
}
