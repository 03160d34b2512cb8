/** An interaction's token is good for so long. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
export const TOKEN_LIFE_MS = 900_000;

/** Set in the flags of a member who is a guest. Source: Discord docs, resources/guild, guild member flags (read 2026-11-22). */
export const GUEST_FLAG = 1 << 4;

/**
 * Requests by a bot's own token that Discord takes in a second; callbacks, and what an interaction's token does, are not
 * counted. Source: Discord docs, topics/rate-limits, global rate limit (read 2026-11-21).
 */
export const ALL_REQUESTS = { burst: 50, perMs: 1_000 } as const;

/**
 * How much fits where on Discord; text in characters (UTF-16 units), which is never less than Discord counts.
 * Source: Discord docs, resources/message, components/reference, receiving-and-responding (read 2026-11-21).
 */
export const limits = {
  /** Over all text displays of one message. */
  displayText: 4_000,
  content: 2_000,
  buttonLabel: 80,
  rowButtons: 5,
  rows: 5,
  mentionIds: 100,
  galleryDescription: 1_024,

  modalTitle: 45,
  modalComponents: 5,
  label: 45,
  labelDescription: 100,
  textInput: 4_000,
  selectText: 100,
  selectOptions: 25,
  selectPlaceholder: 150,
  radioOptions: 10,

  /** What is offered to somebody who types. */
  choices: 25,
  choiceText: 100,

  /** "The past few minutes" in which `enforce_nonce` finds an earlier message; we count on two. */
  nonceHoldsMs: 120_000,
} as const;

/** Our own shares of what Discord allows. */
export const shares = {
  title: 250,
  barWords: 300,
  fact: 500,

  /** Discord waits 3 s in all. The desk has this long to decide; then the person is told that nothing was saved. */
  deskMs: 2_000,
  /** One try to give an answer. */
  callbackMs: 2_500,
  /** No new try to give an answer begins after this. */
  lastTryMs: 2_800,
  /** What a channel is, asked while somebody waits for the desk. */
  channelMs: 500,
  /** Any other request. */
  requestMs: 10_000,
  /** How long a request waits for room among all of the bot's own, before it goes back into its line. */
  roomMs: 2_000,
  /** A request that carries a video. */
  uploadMs: 120_000,
  loginMs: 30_000,
  /** How long `stop` waits for the answers in hand. */
  drainMs: 5_000,
  /** A 429 without a word on how long: the address is banned for a while. Source: discord-api-docs #5810 (read 2026-11-21). */
  rateLimitUnsaidMs: 30_000,
  /** Added to what a 429 asks for, so that nothing comes back a moment too soon. */
  rateLimitSlackMs: 50,
} as const;
