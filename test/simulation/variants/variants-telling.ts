import type { Variant } from "./variants.ts";

const advance = "src/core/job/advance.ts";
const delivery = "src/core/job/advance-delivery.ts";
const maybeCharged = "src/messages/words/en.ts";
const outbox = "src/jobs/deliver/outbox.ts";
const finalWord = "src/core/job/after-final-word.ts";
const recover = "src/jobs/start/recover.ts";
const whisper = "src/jobs/deliver/whisper.ts";

const ways = "src/frontends/discord/send/ways.ts";

const begun = `const begun = await apply(deps, stored, { kind: "new_message_begun" });`;
const cardBegun = `const begun = await apply(deps, stored, { kind: "new_card_begun" });`;

/** Mistakes with what people are told, and how often. */
export const TELLING: readonly Variant[] = [
  {
    name: "a refund is claimed where nobody knows",
    file: maybeCharged,
    search: "It may have been charged: up to $",
    replacement: "These were refunded: $",
  },
  {
    name: "“nothing was charged” is said where nobody knows",
    file: maybeCharged,
    search: "It may have been charged: up to $",
    replacement: "Nothing was charged of $",
  },
  {
    name: "a link that is not renewed takes the outcome back",
    file: delivery,
    search: "return withLink(job, { ...state, isLinkAsked: true }, event.videoUrl);",
    replacement: `return { ...job, state: { ...state, isLinkAsked: true, outcome: { kind: "unknown", taskId: null, atMost: 0 } } };`,
    tryFirst: 83,
  },
  {
    name: "a closed job is written again",
    file: advance,
    search: `!isBeforePaid(job) && state.status !== "gathering" && state.status !== "closed";`,
    replacement: `!isBeforePaid(job) && state.status !== "gathering";`,
    tryFirst: 3324,
  },
  {
    name: "Delete leaves the notification",
    file: delivery,
    search: `notification: event.at ?? "lost"`,
    replacement: "notification: []",
    tryFirst: "succeeds on Discord",
  },
  {
    name: "the notification is not written ahead",
    file: outbox,
    search: `const begun = await apply(deps, stored, { kind: "notifying" });`,
    replacement: "const begun = stored;",
  },
  {
    name: "a notification that may have arrived is sent again",
    file: delivery,
    search: "const triedAt = event.isClear ? null : state.triedAt;",
    replacement: "const triedAt = null;",
    tryFirst: 53,
  },
  {
    name: "a clear no makes an earlier notification that may have arrived forgotten",
    file: outbox,
    search: "triedAt === null ? event : { ...event, isClear: false }",
    replacement: "event",
    tryFirst: "succeeds on Discord; lost but done at notify #1; rate limited for long at notify #2",
  },
  {
    name: "each try of a notification has a nonce of its own",
    file: outbox,
    search: "{ people, nonce, triedAt, isBroadcast }",
    replacement: "{ people, nonce: deps.chance.token(), triedAt, isBroadcast }",
    tryFirst: 78,
  },
  {
    name: "the final edit is skipped",
    file: outbox,
    search: `const edited = await deps.chatOf(job).show(job.reply, card, "in_place");`,
    replacement: "const edited = { ok: true, value: { reply: job.reply, isNew: false } };",
  },
  {
    name: "a final edit that failed counts as done",
    file: outbox,
    search: "await apply(deps, stored, failed(deps, stored, refusal));\n",
    replacement: "await announced(stored, job.reply, called);\n",
  },
  {
    name: "a card that is gone ends the job",
    file: outbox,
    search: `if (called === "nobody") return move(stored, card);`,
    replacement: "",
    tryFirst: "succeeds on Discord; deleted at show Making the video #1",
  },
  {
    name: "the message in a lost card's place is not written ahead",
    file: outbox,
    search: cardBegun,
    replacement: "const begun = stored;",
    tryFirst: 147,
  },
  {
    name: "a whisper is not written ahead",
    file: whisper,
    search: begun,
    replacement: "const begun = stored;",
  },
  {
    name: "a whisper that may have arrived is sent again",
    file: whisper,
    search: `if (refusal.kind === "unavailable" && refusal.unclear) return;`,
    replacement: "",
    tryFirst: "is refused on Discord after the answer; lost but done at whisper #1",
  },
  {
    name: "the card stays after the whisper",
    file: whisper,
    search: "const removed = await chat.remove(job.reply);",
    replacement: "const removed = { ok: true };",
  },
  {
    name: "a card that could not be removed counts as removed",
    file: whisper,
    search: `if (removed.ok) await apply(deps, begun, { kind: "whispered", nonce: deps.chance.token() });`,
    replacement: `await apply(deps, begun, { kind: "whispered", nonce: deps.chance.token() });`,
    tryFirst: "is refused on Discord after the answer; lost at remove #1",
  },
  {
    name: "nobody is told that a video was not started",
    file: "src/core/job/advance-first-card.ts",
    search: `const isToBeTold = isSeen || (event.why !== "answer_refused" && event.why !== "store");`,
    replacement: "const isToBeTold = false;",
  },
  {
    name: "the deadline is never told",
    file: "src/messages/card/card.ts",
    search: "const isOverdue = now >= job.deadlineAt;",
    replacement: "const isOverdue = false;",
    tryFirst: 212,
  },
  {
    name: "a delivery is given up after the first failure",
    file: delivery,
    search: "if (now - state.settledAt > DELIVER_WITHIN_MS) return withoutWay(job, state, now);",
    replacement: "if (event) return close(job, state.outcome, false, now);",
  },
  {
    name: "a delivery is never given up",
    file: delivery,
    search: "const KEEP_MS = 7 * 86_400_000;",
    replacement: "const KEEP_MS = Number.POSITIVE_INFINITY;",
    tryFirst: 676,
  },
  {
    name: "a word without a way is given up at once",
    file: delivery,
    search: "if (now - state.settledAt >= KEEP_MS) return",
    replacement: "if (state) return",
    tryFirst: 1845,
  },
  {
    name: "the final word is not said again over an edit in doubt",
    file: finalWord,
    search: "if (!job.isCardInDoubt) return",
    replacement: "if (job) return",
    tryFirst: "succeeds on Discord; late, and a crash at show Making the video #1",
  },
  {
    name: "the final word is said again too early",
    file: finalWord,
    search: "const LATE_EDIT_MS = 25_000;",
    replacement: "const LATE_EDIT_MS = 100;",
    tryFirst: "succeeds on Discord; late, and a crash at show Making the video #1",
  },
  {
    name: "an edit whose answer was lost leaves no doubt",
    file: "src/jobs/deliver/progress.ts",
    search: `if (refusal.kind === "unavailable" && refusal.unclear)`,
    replacement: "if (!deps)",
    tryFirst: "begins with a picture on Slack; late at show Making the video #3",
  },
  {
    name: "an edit of a process that died leaves no doubt",
    file: "src/jobs/step.ts",
    search: "if (isCutOff(deps, stored.job, hold)) {",
    replacement: "if (!deps) {",
    tryFirst: "succeeds on Discord; late, and a crash at show Making the video #1",
  },
  {
    name: "a message that was not sent yet counts as a failed try",
    file: delivery,
    search: "if (event.isToldWhen) return",
    replacement: "if (!event) return",
    tryFirst: "succeeds on Discord; not sent at notify #1",
  },
  {
    name: "a private message that was not sent yet counts as a failed try",
    file: whisper,
    search: `const isToldWhen = refusal.kind === "rate_limited";`,
    replacement: "const isToldWhen = false;",
    tryFirst: "is refused on Discord after the answer; not sent at whisper #1",
  },
  {
    name: "a final word that was not sent yet is taken for one that arrived",
    file: outbox,
    search: "if (turnMs !== null) return clock.now() + turnMs;",
    replacement: "if (turnMs !== null) return announced(stored, job.reply, called).then(() => null);",
    tryFirst: "succeeds on Discord; not sent at show The video is ready #1",
  },
  {
    name: "a dead token is tried first",
    file: ways,
    search: "return isTokenOld(reply, now) ? [bot, ...byToken] : [...byToken, bot];",
    replacement: "return [...byToken, bot];",
  },
  {
    name: "a token is taken for alive long after its death",
    file: "src/frontends/discord/answer/token-age.ts",
    search: "now >= until - MARGIN_MS",
    replacement: "now >= until + 10 * MARGIN_MS",
  },
  {
    name: "recovery skips the last job of a page",
    file: recover,
    search: "page.map(",
    replacement: "page.slice(0, -1).map(",
  },
  {
    name: "recovery wakes only what is due",
    file: recover,
    search: "page.map(",
    replacement: "page.filter(({ dueAt }) => dueAt <= clock.now()).map(",
  },
  {
    name: "recovery stops after the first page",
    file: recover,
    search: "page.length < PAGE",
    replacement: "page.length <= PAGE",
  },
];
