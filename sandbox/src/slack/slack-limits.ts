import type { SandboxClock } from "../clock.ts";

/** In characters unless the name says otherwise. Source: docs.slack.dev, block-kit and methods (read 2026-11-21). */
export const limits = {
  messageText: 40_000,
  updateText: 4_000,
  messageBlocks: 50,
  viewBlocks: 100,
  viewBytes: 250_000,
  viewStack: 3,
  viewTitle: 24,
  privateMetadata: 3_000,
  callbackId: 255,
  blockId: 255,
  actionId: 255,
  sectionText: 3_000,
  sectionFields: 10,
  sectionField: 2_000,
  headerText: 150,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2_000,
  url: 3_000,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  optionText: 75,
  optionValue: 150,
  selectOptions: 100,
  radioOptions: 10,
  overflowOptions: 5,
  placeholder: 150,
  altText: 2_000,
  inputLabel: 2_000,
  inputText: 3_000,
  markdown: 12_000,
  fileBytes: 10_000_000,
  uploadBytes: 1_000_000_000,
  fileAltText: 1_000,
  answerMs: 3_000,
  triggerMs: 3_000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
  sockets: 10,
} as const;

/** Per minute and method. Other methods are tier 4. Source: Slack docs, rate limits (read 2026-11-21). */
const perMinute: Readonly<Record<string, number>> = {
  "chat.update": 50,
  "chat.delete": 50,
  "conversations.history": 50,
  "conversations.info": 50,
  "conversations.join": 50,
  "conversations.replies": 50,
  "conversations.open": 50,
  "auth.test": 600,
  "chat.getPermalink": 600,
};
const TIER_4_PER_MINUTE = 100;
const MINUTE_MS = 60_000;

/**
 * For apps installed from outside the Marketplace. Source: Slack docs, methods/conversations.history and
 * apis/web-api/rate-limits (read 2026-11-28).
 */
export const unlisted = {
  methods: new Set(["conversations.history", "conversations.replies"]),
  perMinute: 1,
  messages: 15,
} as const;

/** Slack says "one message per second per channel", with short bursts. Ten is our reading. */
const POST_BURST = 10;
const POST_EVERY_MS = 1_000;

export type RateLimits = ReturnType<typeof openRateLimits>;

/** Each function counts the call and returns 0, or returns the whole seconds to wait. */
export function openRateLimits(clock: SandboxClock) {
  const calls = new Map<string, number[]>();
  const postsFullAt = new Map<string, number>();

  return {
    take(method: string, most = perMinute[method] ?? TIER_4_PER_MINUTE): number {
      const now = clock.now();
      const recent = (calls.get(method) ?? []).filter((at) => at > now - MINUTE_MS);
      calls.set(method, recent);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= most) return wholeSeconds(oldest + MINUTE_MS - now);
      recent.push(now);
      return 0;
    },
    takePost(channelId: string): number {
      const now = clock.now();
      const fullAt = Math.max(now, postsFullAt.get(channelId) ?? now) + POST_EVERY_MS;
      const waitMs = fullAt - now - POST_BURST * POST_EVERY_MS;
      if (waitMs > 0) return wholeSeconds(waitMs);
      postsFullAt.set(channelId, fullAt);
      return 0;
    },
  };
}

const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));
