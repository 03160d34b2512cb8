import type { ReplyHandle, SlackReply } from "../../../core/chat.ts";

/** The handle as Slack's; another platform's is a mistake of ours. */
export function slackReply(handle: ReplyHandle): SlackReply {
  if (handle.platform !== "slack") throw new Error(`a ${handle.platform} card was given to Slack`);
  return handle;
}
