import { expect, test } from "vitest";
import { giveFile } from "../../../../src/frontends/discord/out/discord-files.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { anOwnFile } from "../../../fakes/own-file.ts";
import { aFakeRest, type Reaction, until } from "../fake-rest.ts";
import { textOf } from "../text-of.ts";
import { message } from "../typed.ts";
import { ada, aWorldFor } from "../world.ts";

const MIB = 1_024 * 1_024;

async function givenTo(reactions: readonly Reaction[], attachmentLimit: number | null = null) {
  const world = await aFakeRest((_one, count) => reactions[count - 1] ?? { status: 200, body: { id: "1" } });
  const file = anOwnFile();
  const reply = aDiscordReply({ attachmentLimit });
  let given: boolean | null = null;
  void giveFile(world, reply, file).then((is) => {
    given = is;
  });
  while (given === null) {
    await until(() => true);
    await world.clock.advance(100);
  }
  return { given, limits: file.asked, tries: world.asked.length };
}

test("a person's file is in the private answer to their command, for them to download", async () => {
  const file = anOwnFile("their data");
  const { discord, journal } = await aWorldFor(() => ({
    kind: "working",
    message: message({ title: "A moment" }),
    finish: async () => ({ message: message({ title: "No file here" }), card: null, file }),
  }));
  await discord.command("ada", "video-data", {}, { subcommand: "export" });
  await journal.find(({ kind, payload }) => kind === "edited" && JSON.stringify(payload).includes("Here it is"));
  const [shown] = discord.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
  expect(shown?.attachments).toMatchObject([{ filename: "reelay-data.json", size: 10 }]);
  expect(JSON.stringify(shown?.components)).toContain("reelay-data.json");
  const address = shown?.attachments[0]?.url ?? "";
  expect(await (await fetch(address)).text()).toBe("their data");
  expect(discord.messages("ben").map(textOf).join()).not.toContain("Here it is");
});

test.for([
  [null, 10 * MIB],
  [5 * MIB, 5 * MIB],
  [500 * MIB, 20 * MIB],
] as const)("a file for an answer that takes %s bytes has %s at most", async ([limit, most]) => {
  expect((await givenTo([], limit)).limits).toEqual([most]);
});

test("a file whose way was cut is brought again, whole: an edit shows it once", async () => {
  expect(await givenTo(["reset", { status: 503 }])).toMatchObject({ given: true, tries: 3 });
});

test.for([
  [{ status: 413 }, 1],
  [{ status: 400, body: { code: 50045, message: "too large" } }, 1],
  [{ status: 403, body: { code: 50013, message: "no files" } }, 1],
  [{ status: 503 }, 3],
] as const)("a file that Discord answers with %j is not given, after %i tries", async ([reaction, tries]) => {
  expect(await givenTo([reaction, reaction, reaction, reaction])).toMatchObject({ given: false, tries });
});

test("where no file is taken, the person reads what is said in its place", async () => {
  const { discord, journal } = await aWorldFor(() => ({
    kind: "working",
    message: message({ title: "A moment" }),
    finish: async () => ({ message: message({ title: "No file here" }), card: null, file: anOwnFile("x".repeat(500)) }),
  }));
  discord.limitFiles({ interactionMaxBytes: 100 });
  await discord.command("ada", "video-data", {}, { subcommand: "export" });
  await journal.find(({ kind, payload }) => kind === "edited" && JSON.stringify(payload).includes("No file here"));
  const [shown] = discord.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
  expect(shown?.attachments).toEqual([]);
});
