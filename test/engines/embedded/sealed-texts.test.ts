import { join } from "node:path";
import { expect, test } from "vitest";
import { connect } from "../../../src/engines/embedded/connect.ts";
import { jobStore } from "../../../src/engines/embedded/job-store.ts";
import { openKeyv } from "../../../src/engines/embedded/keyv-store.ts";
import { openSealedTexts } from "../../../src/engines/embedded/sealed-texts.ts";
import { aJob } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { inFolder, opened } from "./in-folder.ts";

test("what the bot changes between the look and the write stays as the bot left it", () =>
  inFolder(async (dir) => {
    const database = await opened(dir);
    const jobs = jobStore(database, keptLog());
    const keyv = openKeyv(database, "keys");
    await keyv.set("discord:1", "stored, old");
    await jobs.insert(aJob({ sealedKey: "job's, old" }));
    const bot = await connect(join(dir, "reelay.db"));
    const saved = { ...aJob({ sealedKey: "job's, old" }), price: 205 };

    const texts = await openSealedTexts(dir);
    if (!texts.ok) throw new Error(texts.refusal.kind);
    expect(texts.value.isInUse).toBe(true);
    await texts.value.renewAll(({ kind }) => {
      if (kind === "stored") bot.exec(`UPDATE keyv SET value = '{"value":"of the bot"}'`);
      else bot.prepare("UPDATE jobs SET version = 2, body = ?").run(JSON.stringify(saved));
      return "renewed";
    });
    expect(await keyv.get("discord:1")).toBe("of the bot");
    const [body] = bot.prepare("SELECT body FROM jobs").all();
    expect(body).toEqual({ body: JSON.stringify(saved) });

    await texts.value.renewAll(({ kind }) => (kind === "stored" ? "renewed" : null));
    expect(await keyv.get("discord:1")).toBe("renewed");
    await texts.value.close();
    bot.close();
    await database.close();
  }));
