/**
 * In characters unless stated otherwise. Source: docs.slack.dev, reference/block-kit/*, methods/chat.update,
 * methods/views.open, interactivity (read 2026-11-21).
 */
export const limits = {
  headerText: 150,
  sectionText: 3_000,
  /**
   * Slack has refused messages at 11,000 characters, but states no total. Source: slackapi/bolt-js#2867 (read
   * 2026-11-21).
   */
  quotes: 8_000,
  sectionFields: 10,
  sectionField: 2_000,
  contextElements: 10,
  contextText: 2_000,
  actionsElements: 25,
  buttonText: 75,
  url: 3_000,
  viewTitle: 24,
  viewBlocks: 100,
  privateMetadata: 3_000,
  inputLabel: 2_000,
  inputText: 3_000,
  optionText: 75,
  placeholder: 150,
  optionValue: 150,
  selectOptions: 100,
  radioOptions: 10,
  /** Slack states no limit; this is a label's. */
  errorText: 2_000,
  fileBytes: 1_000_000_000,
  /** Slack states no limit; this is a header's. */
  fileTitle: 150,
  altText: 1_000,
} as const;

/** Source: docs.slack.dev, interactivity, and apis/events-api/using-socket-mode for sockets (read 2026-11-21). */
export const times = {
  responseUrlMs: 30 * 60_000,
  responseUrlUses: 5,
  /** After 3 s, people see "operation_timeout". */
  decideMs: 2_000,
  /** Spent before the service is called, which then has at least 1.6 s of `answerMs`. */
  lookUpMs: 600,
  answerMs: 2_200,
  /** The libraries set no timeout. */
  callMs: 10_000,
  uploadMs: 180_000,
  /** A socket that gets no hello within this time is closed. */
  helloMs: 20_000,
  reconnectMaxMs: 10_000,
  stopMs: 5_000,
  closeSocketMs: 1_000,
} as const;

/**
 * How fast message history can be read. `own`: the app is only in its own workspace. `unlisted`: other workspaces have
 * installed it, and it might not be in the Marketplace. Source: docs.slack.dev, methods/conversations.history and
 * apis/web-api/rate-limits (read 2026-11-28).
 */
export const reads = {
  own: { messages: 200, everyMs: 0 },
  unlisted: { messages: 15, everyMs: 60_000 },
} as const;

/**
 * Below Slack's limits: 50 edits in any minute per workspace, and a message a second per channel, with short bursts.
 * Source: docs.slack.dev, apis/web-api/rate-limits (read 2026-11-21). Half a burst is reserved for final messages.
 */
export const shares = {
  edits: { burst: 6, everyMs: 1_364, isOfEditsAlone: true },
  posts: { burst: 4, everyMs: 1_000 },
} as const;
