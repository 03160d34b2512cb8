import { Routes } from "discord.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { type AWorld, aBot, ask, aWorld } from "./world.ts";

const MANAGE_GUILD = 1n << 5n;
const IS_GUEST = 1 << 4;

const told = z.object({ roles: z.array(z.string()), permissions: z.string(), flags: z.number() });

/** What each interaction tells of who did it. */
async function aTeam(world: AWorld) {
  const bot = await aBot(world);
  return async (personId: string) => {
    await world.discord.command(personId, "ask", { prompt: "a boat" });
    const { roles, permissions, flags } = told.parse((await bot.next()).member);
    return { roles, isManager: (BigInt(permissions) & MANAGE_GUILD) !== 0n, isGuest: (flags & IS_GUEST) !== 0 };
  };
}

async function roleNamed(name: string, { rest, discord }: AWorld): Promise<string> {
  const guild = z.object({ owner_id: z.string(), roles: z.array(z.object({ id: z.string(), name: z.string() })) });
  const { roles } = guild.parse(await rest.get(Routes.guild(discord.guildId)));
  return roles.find((role) => role.name === name)?.id ?? "none";
}

test("Ben manages the server by a role of his, Ada has a role that lets her do no more, and Cleo has none", async () => {
  const world = await aWorld();
  const seen = await aTeam(world);
  const [crew, managers] = [await roleNamed("Film crew", world), await roleNamed("Managers", world)];
  expect(await seen("ada")).toEqual({ roles: [crew], isManager: false, isGuest: false });
  expect(await seen("ben")).toEqual({ roles: [managers], isManager: true, isGuest: false });
  expect(await seen("cleo")).toEqual({ roles: [], isManager: false, isGuest: false });
});

test("a standing that is changed is told with the next interaction", async () => {
  const world = await aWorld();
  const seen = await aTeam(world);
  const crew = await roleNamed("Film crew", world);
  world.discord.standings.change("cleo", { rank: "guest" });
  world.discord.standings.change("cleo", { isCrew: true });
  world.discord.standings.change("ben", { rank: "member" });
  expect(await seen("cleo")).toEqual({ roles: [crew], isManager: false, isGuest: true });
  expect(await seen("ben")).toEqual({ roles: [], isManager: false, isGuest: false });
  expect(() => world.discord.standings.change("nobody", { rank: "admin" })).toThrow('nobody here is called "nobody"');
});

test("a command that needs Manage Server is offered to who has it", async () => {
  const world = await aWorld();
  const bot = await aBot(world, [{ ...ask, default_member_permissions: String(MANAGE_GUILD) }]);
  await expect(world.discord.command("ada", "ask", { prompt: "x" })).rejects.toThrow("not offered");
  await world.discord.command("ben", "ask", { prompt: "x" });
  expect(await bot.next()).toMatchObject({ member: { user: { username: "ben" } } });
});
