import { describe, expect, test } from "vitest";
import type { ButtonAction } from "../../src/core/button.ts";
import type { ChatMessage, Form } from "../../src/core/chat.ts";
import type { Act, ActKind, Answer } from "../../src/core/command.ts";
import type { Job } from "../../src/core/job/job.ts";
import { everyPrice, priceOfEach } from "../../src/core/request/price.ts";
import type { VideoDraft } from "../../src/core/request/video-request.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { partsOf } from "../../src/jobs/related-jobs.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { aBatch } from "../fakes/batch/batches.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aClosed, aClosedJob, aJobId, aNotStarted, aRefused, aSlackOwner, TEST_KEY } from "../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { formOf, makeVideo, press, pressOf, setting } from "./command-world.ts";
import { member, team, teamWorld } from "./team/team-world.ts";

/** The visible text of a form. Of a menu, only its selected choice is visible. */
function textOfForm({ note, fields }: Form): string {
  const shown = fields.flatMap((field) => {
    if (field.kind !== "choice") return [field.label, field.hint ?? ""];
    return field.options.filter(({ value }) => value === field.value).map(({ label }) => label);
  });
  return [note ?? "", ...shown].join("\n");
}

function textOf(message: ChatMessage): string {
  return [wordsOf(message), ...labelsOf(message)].join("\n");
}

interface Payment {
  /** The act or the kind of button that started the payment. */
  readonly by: string;
  readonly price: number;
  readonly isTeams: boolean;
  /** Everything that the person was shown before, and the resulting card. */
  readonly read: string;
  readonly card: string;
}

type Rules = Parameters<typeof teamWorld>[0];

/** A person who acts on what is shown. Records each message and form, and the first payment. */
async function aPerson(rules: Rules = null, changes: Parameters<typeof teamWorld>[1] = {}) {
  const world = await teamWorld(rules, changes);
  const read: string[] = [];
  let payment: Payment | null = null;

  async function does(act: Act, command: Parameters<typeof world.does>[1] = {}): Promise<Answer> {
    const before = read.join("\n");
    const answer = await world.does(act, { standing: member, ...command });
    const finish = answer.kind === "working" ? await answer.finish() : null;
    const shown = finish?.message ?? ("message" in answer ? answer.message : null);
    const card = finish?.card ?? (answer.kind === "card" ? answer.card : null);
    const [order] = world.orders;
    if (order && payment === null) {
      const price = priceOfEach(order.each ?? [order.request]);
      const by = act.kind === "press" ? act.action.kind : act.kind;
      const text = card ? textOf(card.message) : "";
      payment = { by, price, isTeams: order.team !== undefined, read: before, card: text };
    }
    read.push(answer.kind === "form" ? textOfForm(answer.form) : shown ? textOf(shown) : "");
    return shown && !card ? { kind: "private", message: shown } : answer;
  }

  return {
    ...world,
    does,
    /** Presses a button of the last shown message. */
    presses: (answer: Answer, kind: ButtonAction["kind"]) => does(pressOf(answer, kind)),
    /** Submits the form with its values and a prompt. */
    sends: (answer: Answer, draft: Partial<VideoDraft> = {}) => {
      const { values, form } = formOf(answer);
      const [resolution = null, duration = null] = (values.size ?? "").split("-");
      const held = { ratio: values.ratio ?? null, resolution: values.resolution ?? resolution };
      const { edits, continues } = form;
      return does({
        kind: "make_video",
        from: "form",
        draft: aDraft({ ...held, duration: values.duration ?? duration, prompt: values.prompt || "a fox", ...draft }),
        ...(edits && { edits }),
        ...(continues && { continues }),
        ...(form.animates && { animates: { id: form.animates, nth: 0 } }),
      });
    },
    /** Shows the person an existing card. */
    async sees(job: Job, parts: readonly Job[] = []) {
      const stored = await world.jobs.insert(job, { parts });
      if (stored !== "inserted") throw new Error(`not stored: ${stored}`);
      read.push(textOf(cardOf(job, world.clock.now(), await partsNow(job))));
    },
    payment: () => payment,
  };

  async function partsNow(job: Job) {
    return (await partsOf(world.jobs, job)).map((part) => part.job);
  }
}

type Person = Awaited<ReturnType<typeof aPerson>>;

const giveKey = (text = TEST_KEY): Act => ({ kind: "give_key", key: new Secret(text) });
const dear = { resolution: "720p", duration: "15" } as const;
const refusedFor = (kind: "bad_key" | "no_key") => aClosedJob({ state: aClosed(aRefused({ kind })) });
const approvals = { teamMonth: 10 };

interface Way {
  readonly name: string;
  readonly rules?: Rules;
  readonly changes?: Parameters<typeof aPerson>[1];
  /** The person has a key that was saved without showing prices. */
  readonly hasKey?: true;
  walk(person: Person): Promise<unknown>;
}

const saveKey = async (person: Person) => {
  await person.does({ kind: "set_key" });
  return person.does(giveKey());
};

const ways: readonly Way[] = [
  {
    name: "/video, 400 days after /video-key set",
    async walk(person) {
      await saveKey(person);
      await person.clock.advance(400 * 86_400_000);
      await person.does(makeVideo(dear));
    },
  },
  {
    name: "/video after /video-key set, both in Slack",
    async walk(person) {
      const command = { owner: aSlackOwner(), workspace: "T0000000001" };
      await person.does({ kind: "set_key" }, command);
      await person.does(giveKey(), command);
      await person.does(makeVideo(), command);
    },
  },
  {
    name: "/video without a key, then “Add my key”",
    async walk(person) {
      await person.presses(await person.does(makeVideo(dear)), "add_key");
      await person.does(giveKey());
    },
  },
  {
    name: "/video without a key, then /video-key set",
    async walk(person) {
      await person.does(makeVideo());
      await saveKey(person);
    },
  },
  {
    name: "/video without a key, then a wrong key, then a valid key",
    async walk(person) {
      person.client.nextVerdicts("bad", "good");
      await person.presses(await person.does(makeVideo()), "add_key");
      await person.presses(await person.does(giveKey("another-key-987654")), "add_key");
      await person.does(giveKey());
    },
  },
  {
    name: "/video without a key, then a setting that changes the price, then “Add my key”",
    async walk(person) {
      const asked = await person.does(makeVideo());
      await person.does(setting({ resolution: "720p" }));
      await person.presses(asked, "add_key");
      await person.presses(await person.does(giveKey()), "start_kept");
    },
  },
  {
    name: "/video, after an earlier request was refused when the key was saved",
    changes: { rules: { maxJobsPerUser: 3 }, judgePrompts: async ({ prompts }) => denied(prompts) },
    async walk(person) {
      await person.does(makeVideo({ prompt: "once forbidden" }));
      await saveKey(person);
      await person.does(makeVideo(dear));
    },
  },
  {
    name: "the form of the shortcut “Make a video”",
    hasKey: true,
    walk: async (person) => person.sends(await person.does({ kind: "open_video_form" })),
  },
  {
    name: "the form of “Make a video” in Slack, filled with the person's settings",
    hasKey: true,
    async walk(person) {
      const command = { owner: aSlackOwner(), workspace: "T0000000001" };
      await person.vault.put(aSlackOwner(), new Secret(TEST_KEY));
      await person.does(setting({ resolution: "720p", duration: "15" }), command);
      const { values } = formOf(await person.does(press("make_video"), command));
      const { ratio = null, duration = null, resolution = null } = values;
      await person.does(makeVideo({ prompt: "a fox", ratio, duration, resolution }, "form"), command);
    },
  },
  {
    name: "a mention of the bot, then the offered form",
    hasKey: true,
    async walk(person) {
      const offered = await person.does({ kind: "free_text", draft: aDraft(dear) });
      await person.sends(await person.presses(offered, "open_kept"));
    },
  },
  {
    name: "a mention of the bot without a key, then the offered form, then /video-key set",
    async walk(person) {
      const offered = await person.does({ kind: "free_text", draft: aDraft() });
      await person.sends(await person.presses(offered, "open_kept"));
      await saveKey(person);
    },
  },
  {
    name: "the form of “Animate this”",
    hasKey: true,
    async walk(person) {
      const file = { url: "https://cdn.example/a.png", sizeBytes: 900 };
      const pictures = [{ source: "attachment", name: "a.png", width: 480, height: 640, file } as const];
      await person.sends(await person.does({ kind: "animate", pictures, others: [] }));
    },
  },
  {
    name: "/video with a saved style",
    async walk(person) {
      await saveKey(person);
      await person.does({ kind: "save_style", given: { name: "ink", text: "ink: {prompt}", of: "mine" } });
      await person.does(makeVideo({ style: "ink" }));
    },
  },
  {
    name: "the form for several videos",
    hasKey: true,
    async walk(person) {
      const draft = aDraft({ prompt: "one\ntwo\nthree", ...dear });
      await person.presses(await person.does({ kind: "make_batch", make: "scenes", draft }), "start_kept");
    },
  },
  {
    name: "the form for several videos without a key, then /video-key set",
    async walk(person) {
      const asked = await person.does({ kind: "make_batch", make: "scenes", draft: aDraft({ prompt: "one\ntwo" }) });
      await person.presses(asked, "start_kept");
      await saveKey(person);
      await person.presses(asked, "start_kept");
    },
  },
  {
    name: "“Retry what failed”",
    hasKey: true,
    async walk(person) {
      const [batch, ...parts] = aBatch(["no_credits", "stopped"]);
      await person.sees(batch, parts);
      await person.presses(await person.does(press("retry_failed", batch.id)), "start_kept");
    },
  },
  {
    name: "“Again” on a video with a refused key, after a new key was saved",
    async walk(person) {
      await person.sees(refusedFor("bad_key"));
      await person.does(press("renew_key", aJobId()));
      await person.does(giveKey());
      await person.does(press("again", aJobId()));
    },
  },
  {
    name: "“Again” without a key, then /video-key set, then “Again”",
    async walk(person) {
      await person.sees(refusedFor("no_key"));
      await person.does(press("again", aJobId()));
      await saveKey(person);
      await person.does(press("again", aJobId()));
    },
  },
  {
    name: "“Pay with my own key” on the card of a video that the team no longer pays for",
    hasKey: true,
    rules: {},
    async walk(person) {
      const outcome = aNotStarted("person");
      await person.sees(aClosedJob({ team, state: aClosed(outcome) }));
      await person.does(press("own_key", aJobId()));
    },
  },
  {
    name: "“In 720p”",
    hasKey: true,
    async walk(person) {
      await person.sees(aClosedJob());
      await person.presses(await person.does(press("in_720p", aJobId())), "start_kept");
    },
  },
  {
    name: "“Edit & run”",
    hasKey: true,
    async walk(person) {
      await person.sees(aClosedJob());
      await person.sends(await person.does(press("edit", aJobId())));
    },
  },
  {
    name: "“Continue”",
    hasKey: true,
    changes: { canContinue: () => true },
    async walk(person) {
      await person.sees(aClosedJob());
      await person.sends(await person.does(press("continue", aJobId())));
    },
  },
  {
    name: "“Use my words as they are” after a question about flags",
    hasKey: true,
    walk: async (person) =>
      person.presses(await person.does(makeVideo({ prompt: "a fox --duration 15" })), "start_typed"),
  },
  {
    name: "“Start it” after a question about flags",
    hasKey: true,
    walk: async (person) =>
      person.presses(await person.does(makeVideo({ prompt: "a fox --duration 15" })), "start_kept"),
  },
  {
    name: "the prompt “help”, then “Start it”",
    hasKey: true,
    walk: async (person) => person.presses(await person.does(makeVideo({ prompt: "help" })), "start_kept"),
  },
  {
    name: "/video during an outage, then “Start anyway”",
    hasKey: true,
    async walk(person) {
      person.health.set("down");
      await person.presses(await person.does(makeVideo(dear)), "start_kept");
    },
  },
  {
    name: "/video above the team's cap, then “Pay with my own key”",
    hasKey: true,
    rules: approvals,
    walk: async (person) => person.presses(await person.does(makeVideo({ pay: "team" })), "pay_kept"),
  },
  {
    name: "/video with the team's key",
    rules: {},
    walk: (person) => person.does(makeVideo()),
  },
  {
    name: "/video without a key, then “Pay with the team's key”",
    rules: {},
    walk: async (person) => person.presses(await person.does(makeVideo({ pay: "mine" })), "pay_kept"),
  },
];

const denied = (prompts: readonly string[]) =>
  prompts.some((prompt) => prompt.includes("forbidden")) ? ({ kind: "team_words", word: null } as const) : null;

/** True for each act or button that can start a payment. TypeScript reports a new one that is missing here. */
const paying: { readonly [Kind in Exclude<ActKind, "press"> | ButtonAction["kind"]]: boolean } = {
  ...{ make_video: true, give_key: true, again: true, own_key: true },
  ...{ start_kept: true, start_typed: true, pay_kept: true },
  // These open a form or ask a question.
  ...{ make_batch: false, open_video_form: false, open_batch_form: false, animate: false, free_text: false },
  ...{ edit: false, in_720p: false, continue: false, retry_failed: false, open_kept: false },
  // A manager starts a video whose card already shows its person the price and the paying team.
  approve: false,
  // These start nothing.
  ...{ help: false, cancel: false, notify_me: false, join: false, fresh_link: false, withdraw: false },
  ...{
    cancel_rest: false,
    delete: false,
    delete_it: false,
    delete_card: false,
    keep: false,
    jobs: false,
    show_job: false,
  },
  ...{ suggest: false, settings: false, open_settings_form: false, change_settings: false, change_delivery: false },
  ...{ set_key: false, add_key: false, renew_key: false, show_key: false, ask_remove_key: false, remove_key: false },
  ...{ export_data: false, delete_data: false, unknown: false, unknown_word: false },
  ...{ styles: false, open_style_form: false, save_style: false, new_style: false, show_style: false },
  ...{ edit_style: false, remove_style: false, team_status: false, team_setup: false, team_key: false },
  ...{ give_team_key: false, ask_remove_team_key: false, remove_team_key: false, team_rules: false },
  reopen_rules: false,
  ...{ set_team_rules: false, team_spenders: false, set_team_spenders: false, team_managers: false },
  ...{ set_team_managers: false, team_house: false, set_team_house: false, team_pause: false, team_go_on: false },
  ...{ team_report: false, team_audit: false, team_approvals: false, show_approval: false, show_picture: false },
  ...{ ask_decline: false, decline: false, read_all: false },
};

describe("a person's first payment", () => {
  const names = ({ price, text }: { readonly price: number; readonly text: string }) =>
    new RegExp(`\\b${price} credits\\b|\\b${price} for 15 s\\b`).test(text);

  const named = ways.map((way) => [way.name, way] as const);
  test.for(named)(
    "is made only after the price was shown (steps: %s)",
    async ([, { rules = null, changes = {}, hasKey, walk }]) => {
      const person = await aPerson(rules, changes);
      if (hasKey) await person.withKey();
      await walk(person);
      const payment = person.payment();
      if (payment === null) throw new Error("nothing was paid");
      const { price, read, card, isTeams } = payment;
      // If a team pays, the public card shows the price and the payer.
      const text = isTeams ? card : read;
      expect({ names: names({ price, text }), text }).toMatchObject({ names: true });
      if (isTeams) expect(card).toContain("with the team's key");
    },
  );
});

test("the tests of a first payment cover every command and button that can start a payment", async () => {
  const begun = new Set<string>();
  for (const { rules = null, changes = {}, hasKey, walk } of ways) {
    const person = await aPerson(rules, changes);
    if (hasKey) await person.withKey();
    await walk(person);
    begun.add(person.payment()?.by ?? "none");
  }
  const expected = Object.entries(paying).flatMap(([kind, isPaying]) => (isPaying ? [kind] : []));
  expect([...begun].toSorted()).toEqual(expected.toSorted());
});

async function savedKey() {
  const person = await aPerson();
  const form = textOfForm(formOf(await person.does({ kind: "set_key" })).form);
  const saved = await person.does(giveKey());
  if (saved.kind !== "private") throw new Error(`the answer is ${saved.kind}`);
  return { person, form, saved };
}

test("every price is listed in the key form and in the confirmation that a key is saved", async () => {
  const { form, saved } = await savedKey();
  for (const text of [form, textOf(saved.message)])
    for (const price of everyPrice()) expect(text).toMatch(new RegExp(`\\b${price}\\b`));
});

test("the confirmation that a key is saved explains the setting “Ask me before spending”", async () => {
  const { person, saved } = await savedKey();
  expect(textOf(saved.message)).toContain("choose “Always” under “Ask me before spending” in /video-settings.");
  const settings = await person.presses(saved, "change_settings");
  expect(formOf(settings).ids).toContain("confirm_above");
});

test("a person without a key sees the price of a requested video in the answer, in the key form and on the card", async () => {
  const person = await aPerson();
  const asked = await person.does(makeVideo(dear));
  if (asked.kind !== "private") throw new Error(`the answer is ${asked.kind}`);
  const form = formOf(await person.presses(asked, "add_key")).form;
  const { message, card } = await person.ends(giveKey());
  for (const text of [textOf(asked.message), textOfForm(form), textOf(message)])
    expect(text).toMatch(/costs 308 credits/);
  expect(card && textOf(card.message)).toContain("Price: 308 credits");
});
