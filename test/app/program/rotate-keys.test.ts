import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installationsIn } from "../../../src/app/people/people.ts";
import type { Put, Row } from "../../../src/core/rows.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { openProgramRows } from "../../../src/engines/sqlite-folder.ts";
import { open, seal } from "../../../src/keys/seal.ts";
import { aFolder } from "../../fakes/a-folder.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import { aClosedJob, aJob, aJobId, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { ada, aTeam, aTeamJob } from "../../fakes/teams.ts";
import { valueIn } from "../../fakes/value-in.ts";
import { aBot, BOTH, FEW, fill, KEY, NEW, OLD, OTHER_TEAM, opens, rotated, TEAMS } from "./rotate-world.ts";

test("rotating the master key while the bot runs encrypts all stored keys again with the new master key", async () => {
  const dir = aFolder();
  const first = await aBot(dir, OLD);
  await fill(first);
  await installationsIn(first.vault).keep("T1", { token: new Secret("xoxb-1-canary"), installedAt: 7 });
  expect(await rotated({ dir, secretKeys: BOTH })).toMatch(/^refused: Nothing was changed\..+does not know new yet/);
  await first.engine.close();

  const odd = await aBot(dir, `new:${randomBytes(32).toString("base64")},${OLD}`);
  // The key has the right id but different bytes.
  expect(await rotated({ dir, secretKeys: BOTH })).toContain("does not know new yet");
  await odd.engine.close();

  const running = await aBot(dir, BOTH);
  expect(await rotated({ dir, secretKeys: BOTH })).toBe(
    "Re-encrypted with new. Stored keys: 251, rejected team keys: 2, keys of videos in progress: 150. You can remove old from SECRET_KEYS. Before that, run this command again in two minutes, because videos are in progress. Older backups still need old.",
  );
  expect(await rotated({ dir, secretKeys: BOTH })).toBe(
    "Nothing to do: everything is already encrypted with new. You can remove old from SECRET_KEYS. Older backups still need old.",
  );
  expect(await opens(running)).toEqual([250, 2, 150]);
  await running.engine.close();

  const later = await aBot(dir, NEW);
  expect(await opens(later)).toEqual([250, 2, 150]);
  expect(await later.refused.note(OTHER_TEAM, new Secret(KEY), 4_000)).toBe(false);
  const installed = await installationsIn(later.vault).find("T1");
  expect([installed?.token.reveal(), installed?.installedAt]).toEqual(["xoxb-1-canary", 7]);
  await later.engine.close();
});

test("rotating the master key encrypts the address of a stored video again without changing the address", async () => {
  const dir = aFolder();
  const bound = { purpose: "film", name: "f".repeat(64) } as const;
  const id = "abcdefghij0123456789_-";
  const first = await aBot(dir, OLD);
  const film = aKeptFilm({ name: bound.name, sealedId: seal(first.ring, bound, new Secret(id)) });
  await first.engine.jobs.insert(aClosedJob({ film }));
  await first.engine.jobs.insert(aClosedJob({ id: aJobId(2), film: { ...film, name: "e".repeat(64) } }));
  await first.engine.close();

  const running = await aBot(dir, BOTH);
  expect(await rotated({ dir, secretKeys: BOTH })).toMatch(
    /keys of videos in progress: 0, addresses of kept videos: 1\. You can remove old from SECRET_KEYS\. Older/,
  );
  await running.engine.close();
  const later = await aBot(dir, NEW);
  const job = await later.engine.jobs.jobWithFilm(bound.name);
  expect(open(later.ring, bound, job?.film?.sealedId ?? "")?.reveal()).toBe(id);
  await later.engine.close();
});

test("a deleted person's spending still counts against the person's cap after the master key has changed", async () => {
  const dir = aFolder();
  const first = await aBot(dir, OLD);
  await first.engine.teams.saveRules(aTeam, noRules, 0);
  await first.engine.jobs.insert(aTeamJob(1, { ...aClosedJob({ id: aJobId(1), owner: ada, team: aTeam }) }));
  await first.engine.personal.forget(ada, TEST_START);
  const spentIn = async ({ engine }: typeof first) =>
    (await engine.teams.takenAt(aTeam, TEST_START, "1")).month.person.charged;
  expect(await spentIn(first)).toBe(95);
  await first.engine.close();

  const beside = await aBot(dir, BOTH);
  expect(await rotated({ dir, secretKeys: BOTH })).toMatch(
    /keys of videos in progress: 0, keys of deleted people's monthly totals: 1\. You can remove/,
  );
  expect(await spentIn(beside)).toBe(95);
  await beside.engine.close();
  const later = await aBot(dir, NEW);
  expect(await spentIn(later)).toBe(95);
  await later.engine.close();
});

test("after a rotation, a running bot with only the new master key can read a team's API key and the record of the key's refusal", async () => {
  const dir = aFolder();
  const [team = OTHER_TEAM] = TEAMS;
  const first = await aBot(dir, OLD);
  await first.vault.put(holderOf(team), new Secret(KEY));
  await first.refused.note(team, new Secret(KEY), 0);
  await first.engine.close();
  const running = await aBot(dir, NEW);
  const state = async () => [
    (await running.vault.get(holderOf(team)))?.reveal(),
    await running.refused.has(team, new Secret(KEY)),
  ];
  expect(await state()).toEqual([undefined, false]);
  expect(await rotated({ dir, secretKeys: BOTH })).toContain("Stored keys: 1, rejected team keys: 1,");
  expect(await state()).toEqual([KEY, true]);
  await running.engine.close();
});

test("if a job's API key is saved with the old master key during a rotation, the next rotation encrypts the key again", async () => {
  const dir = aFolder();
  const running = await aBot(dir, BOTH);
  const sealed = await aBot(aFolder(), OLD);
  const job = aJob({ sealedKey: sealed.vault.seal(anOwner(), new Secret(KEY)) });
  await sealed.engine.close();
  const { jobs } = running.engine;
  await jobs.insert(job);
  const loaded = await jobs.load(job.id);
  if (!loaded) throw new Error("no job");
  expect(await rotated({ dir, secretKeys: BOTH })).toContain("keys of videos in progress: 1.");
  const after = await jobs.load(job.id);
  expect(after?.job.sealedKey).toMatch(/^v1\.new\./);
  expect({ ...after, job: { ...after?.job, sealedKey: job.sealedKey } }).toEqual(loaded);
  expect(await jobs.save(loaded.job, loaded.version)).toBe(true);
  expect(await rotated({ dir, secretKeys: BOTH })).toContain("keys of videos in progress: 1.");
  await running.engine.close();
});

test("rotating the master key changes neither rows without encrypted text nor unreadable rows", async () => {
  const dir = aFolder();
  const bot = await aBot(dir, OLD);
  await fill(bot, FEW);
  await bot.engine.jobs.insert(aJob({ id: aJobId(200), sealedKey: null }));
  await bot.engine.keyv("settings").set("ada", { ratio: "9:16" });
  await bot.engine.close();
  const others = async (change?: (put: Put) => Put) => {
    const rows = valueIn(await openProgramRows(dir));
    const broken = { key: `job/${aJobId(300)}`, value: { v: 0, sealedKey: "v1.old.x" } };
    if (change) await rows.transact({ keys: [broken.key] }, () => ({ value: null, puts: [change(broken)] }));
    const all: Row[] = [];
    for await (const page of rows.walk("")) all.push(...page);
    await rows.close();
    return all
      .filter(({ value }) => !/"v1\.(old|new)\.[\w-]{9,}"/.test(JSON.stringify(value)))
      .map((row) => ({ ...row }));
  };
  const before = await others((put) => put);
  expect(before.map(({ key }) => key)).toEqual(
    expect.arrayContaining([`job/${aJobId(200)}`, `job/${aJobId(300)}`, "keyv/settings/ada"]),
  );
  expect(await rotated({ dir, secretKeys: BOTH })).toContain("Stored keys: 12");
  expect(await others()).toEqual(before);
});

test("rotating the master key reports stored keys that no master key can decrypt, and does not change them", async () => {
  const dir = aFolder();
  const bot = await aBot(dir, OLD);
  await bot.vault.put(anOwner("1"), new Secret(KEY));
  const keyv = bot.engine.keyv("keys");
  await keyv.set("discord:2", "v1.lost.AAAA");
  await keyv.set("discord:3", await keyv.get("discord:1"));
  await bot.engine.close();
  expect(await rotated({ dir, secretKeys: BOTH })).toMatch(
    /Stored keys: 1, .*Not decrypted by any key in SECRET_KEYS, and not changed: 2\./,
  );
  const after = await aBot(dir, NEW);
  expect((await after.vault.get(anOwner("1")))?.reveal()).toBe(KEY);
  expect(await after.engine.keyv("keys").get("discord:2")).toBe("v1.lost.AAAA");
  await after.engine.close();
});

test("rotating the master key with --new puts a new master key before the old key in the bot's key file", async () => {
  const dir = aFolder();
  const file = join(dir, "secret.keys");
  const bot = await aBot(dir);
  await fill(bot, FEW);
  const before = readFileSync(file, "utf8");
  expect(await rotated({ dir, isNew: true })).toMatch(/^The new key k\w+ is now the first in .+ Restart it, then run/);
  expect(await opens(bot, FEW)).toEqual([12, 2, 6]);
  await bot.engine.close();

  expect(readFileSync(file, "utf8")).toMatch(/^k\w{8}:[^,]+,k\w{8}:[^,]+\n$/);
  expect(readFileSync(file, "utf8").endsWith(before)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.startsWith("secret"))).toEqual(["secret.keys"]);

  const again = await aBot(dir);
  expect(await rotated({ dir })).toContain("Stored keys: 12, rejected team keys: 2, keys of videos in progress: 6.");
  await again.engine.close();
  writeFileSync(file, readFileSync(file, "utf8").replace(/,.*/, ""));
  const last = await aBot(dir);
  expect(await opens(last, FEW)).toEqual([12, 2, 6]);
  await last.engine.close();
  // Without a running bot, everything is encrypted again immediately.
  const sealed = /Stored keys: 12, .* 6\. You can remove .+ need k/;
  expect(await rotated({ dir, isNew: true })).toMatch(sealed);
});

test("a failed rotation of the master key is reported in one line and creates no file", async () => {
  const dir = aFolder();
  expect(await rotated({ dir })).toContain("refused: There is no database in DATA_DIR");
  expect(readdirSync(dir)).toEqual([]);
  const bot = await aBot(dir, OLD);
  await bot.engine.close();
  expect(await rotated({ dir })).toContain("refused: There is no ");
  expect(await rotated({ dir, secretKeys: "nonsense" })).toContain("refused: SECRET_KEYS cannot be used. Entry 1");
  expect(await rotated({ dir, secretKeys: OLD, isNew: true })).toContain("refused: The master keys are in SECRET_KEYS");
  writeFileSync(join(dir, "reelay.db"), "garbage".repeat(2_000));
  expect(await rotated({ dir, secretKeys: OLD })).toMatch(/^refused: .+ is broken \([^\n]+$/);
});
