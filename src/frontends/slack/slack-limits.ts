/**
 * Slack's own limits, in characters unless a comment names another unit. Source: docs.slack.dev, reference/block-kit/*,
 * methods/chat.update, methods/views.open, interactivity (read 2026-11-21).
 */
export const limits = {
  headerText: 150,
  /** A section's text. Slack names no limit for rich text, which is held to this one. */
  sectionText: 3_000,
  /**
   * All quotes of a message together: Slack names no sum for its blocks and refuses some at 11,000 characters. Source:
   * slackapi/bolt-js#2867 (read 2026-11-21).
   */
  quotes: 8_000,
  sectionFields: 10,
  sectionField: 2_000,
  contextElements: 10,
  contextText: 2_000,
  actionsElements: 25,
  buttonText: 75,
  actionId: 255,
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
  /** An error at a form's field. Slack names no limit, so it is held to a label's. */
  errorText: 2_000,
  /** Bytes of one file. */
  fileBytes: 1_000_000_000,
  /** A file's title. Slack names no limit, so it is held to a header's. */
  fileTitle: 150,
  altText: 1_000,
} as const;

/**
 * Slack's own times and counts. Source: as above; socket lives: docs.slack.dev, apis/events-api/using-socket-mode (read
 * 2026-11-21).
 */
export const times = {
  responseUrlMs: 30 * 60_000,
  responseUrlUses: 5,
  /** A person reads "operation_timeout" after 3 s; the rest is for the way back. */
  decideMs: 2_000,
  /**
   * A person's language, and the kind of files that a payload only names, are asked for before the service. All ends
   * within `answerMs`, so the service has 1.6 s at least.
   */
  lookUpMs: 600,
  answerMs: 2_200,
  /** One call of ours to Slack: the libraries set no limit of their own. */
  callMs: 10_000,
  /** The upload of a video; whoever waits for it gives up sooner. */
  uploadMs: 180_000,
  /** A socket that is not greeted within this time is given up. */
  helloMs: 20_000,
  /** The longest wait between two attempts to connect. */
  reconnectMaxMs: 10_000,
  /** How long a stop waits for the commands in hand, and after that for the sockets. */
  stopMs: 5_000,
  closeSocketMs: 1_000,
} as const;

/**
 * How many messages one call reads, and how often one may read, in milliseconds: an app for its own workspace alone, and
 * one that others install outside the Marketplace. Source: docs.slack.dev, methods/conversations.history and
 * apis/web-api/rate-limits (read 2026-11-28).
 */
export const reads = {
  own: { messages: 200, everyMs: 0 },
  unlisted: { messages: 15, everyMs: 60_000 },
} as const;

/**
 * Our shares of Slack's limits: 50 edits a minute for a whole workspace, never more in any minute, burst included; a
 * message a second for each channel, with short bursts. Source: docs.slack.dev, apis/web-api/rate-limits (read
 * 2026-11-21). Half of a burst is kept for final messages: three videos that end at once are shown at once, more by their
 * notifications.
 */
export const shares = {
  edits: { burst: 6, everyMs: 1_364, isOfEditsAlone: true },
  posts: { burst: 4, everyMs: 1_000 },
} as const;
