import { z } from "zod";
import { type Action, action, text } from "./action.ts";
import type { BotOnSandbox } from "./bot.ts";
import type { DiscordEmulator } from "./discord/emulator.ts";
import { type PolicyDesk, REFUSED_MAX } from "./policy/policy-desk.ts";
import { playScene } from "./scenes.ts";
import type { SlackEmulator } from "./slack/emulator.ts";
import { fates } from "./video/fate.ts";
import type { VideoService } from "./video/service.ts";
import { speeds } from "./video/speed.ts";
import { skies, weathers } from "./weather.ts";

/** Acts that are no person's: rules on prompts, scenes, the service's fates, credits and time, and the platforms' weather. */
export function serviceActions(deps: {
  video: VideoService;
  discord: Pick<DiscordEmulator, "weather" | "setWeather">;
  slack: Pick<SlackEmulator, "weather" | "setWeather">;
  policy: PolicyDesk;
  bot: BotOnSandbox | null;
}): readonly (readonly [string, Action])[] {
  const { video, policy } = deps;
  return [
    action("/sandbox/scene", z.object({ scene: text }), ({ scene }) => {
      playScene(deps, scene);
      return { scene };
    }),
    action("/sandbox/video/fate", z.object({ fate: z.enum(fates), every: z.boolean().optional() }), (told) => {
      if (told.every === false) video.everyFate("normal");
      if (told.every) video.everyFate(told.fate);
      else video.nextFate(told.fate);
      return video.upcomingFate();
    }),
    action(
      "/sandbox/video/settle",
      z.object({ taskId: text, status: z.enum(["succeeded", "failed"]) }),
      ({ taskId, status }) => {
        video.settle(taskId, status);
        return video.ledger();
      },
    ),
    action("/sandbox/video/credits", z.object({ credits: z.int().min(0) }), ({ credits }) => {
      video.setCredits(credits);
      return { credits };
    }),
    action("/sandbox/video/speed", z.object({ speed: z.literal(speeds) }), ({ speed }) => {
      video.setSpeed(speed);
      return { speed };
    }),
    action("/sandbox/policy", z.object({ words: z.string().max(REFUSED_MAX) }), ({ words }) => {
      policy.refuse(words);
      return { words };
    }),
    // What the bot asks, and no person.
    action("/sandbox/policy/judge", z.object({ text: z.string() }), ({ text: prompt }) => policy.judge(prompt)),
    action("/sandbox/bot/kill", z.object({}), async () => {
      if (!deps.bot?.canBeKilled())
        throw new Error("This bot shares a process with the sandbox: it cannot be killed alone.");
      await deps.bot.killAndRestart();
      return { status: deps.bot.status() };
    }),
    action("/sandbox/reset", z.object({}), async () => {
      if (!deps.bot) throw new Error("This sandbox has no bot of its own: stop it and start it again.");
      await deps.bot.reset();
      return {};
    }),
    action("/sandbox/weather", z.object({ place: z.enum(skies), weather: z.enum(weathers) }), ({ place, weather }) => {
      deps[place].setWeather(weather);
      return { place, weather };
    }),
  ];
}
