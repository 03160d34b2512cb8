/** How long an interaction's token is valid. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
export const TOKEN_LIFE_MS = 900_000;

/** The flag of a member who is a guest. Source: Discord docs, resources/guild, guild member flags (read 2026-11-22). */
export const GUEST_FLAG = 1 << 4;

/**
 * Discord's size limits. Text is counted in characters (UTF-16 units), which is never less than Discord counts. Source:
 * Discord docs, resources/message, components/reference, receiving-and-responding (read 2026-11-21).
 */
export const limits = {
  /** All text displays of one message together. */
  displayText: 4_000,
  content: 2_000,
  buttonLabel: 80,
  rowButtons: 5,
  rows: 5,
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

  choices: 25,
  choiceText: 100,

  /** Discord finds an earlier message by its nonce for "the past few minutes"; we count on two. */
  nonceHoldsMs: 120_000,
} as const;

/** Our own shares of what Discord allows. */
export const shares = {
  title: 250,
  barWords: 300,
  fact: 500,

  /** Discord waits 3 s in all. Reelay has this long to decide; after that the person reads that nothing was saved. */
  decideMs: 2_000,
  callbackMs: 2_500,
  /** No new attempt to give an answer begins after this. */
  lastTryMs: 2_800,
  /** A question about a channel, asked while somebody waits for an answer. */
  channelMs: 500,
  requestMs: 10_000,
  uploadMs: 120_000,
  loginMs: 30_000,
  /** How long `stop` waits for the answers in hand. */
  drainMs: 5_000,
  /**
   * The wait after a 429 that names none: the address is banned for a while. Source: discord-api-docs #5810 (read
   * 2026-11-21).
   */
  rateLimitUnsaidMs: 30_000,
  /** Added to the wait that a 429 asks for, so that no request comes back a moment too soon. */
  rateLimitSlackMs: 50,
} as const;
