/** Source: Discord docs, receiving-and-responding (read 2026-11-21). */
export const TOKEN_LIFE_MS = 900_000;

/** Source: Discord docs, resources/guild, guild member flags (read 2026-11-22). */
export const GUEST_FLAG = 1 << 4;

/**
 * Texts in UTF-16 units, never fewer than Discord counts. Source: Discord docs, resources/message,
 * components/reference, receiving-and-responding (read 2026-11-21).
 */
export const limits = {
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

  /** Discord recognizes a nonce for "the past few minutes". We rely on two minutes. */
  nonceHoldsMs: 120_000,
} as const;

/** Our own limits, below Discord's. */
export const shares = {
  title: 250,
  barWords: 300,
  fact: 500,

  /** Discord allows 3 s in all. After this time, the person reads that nothing was saved. */
  decideMs: 2_000,
  callbackMs: 2_500,
  /** No new attempt to answer starts after this. */
  lastTryMs: 2_800,
  /** Short, because a person waits. */
  channelMs: 500,
  requestMs: 10_000,
  uploadMs: 120_000,
  loginMs: 30_000,
  drainMs: 5_000,
  /**
   * Used for a 429 without a retry time, which means a temporary ban of the IP address. Source: discord-api-docs #5810
   * (read 2026-11-21).
   */
  rateLimitDefaultMs: 30_000,
  rateLimitSlackMs: 50,
} as const;
