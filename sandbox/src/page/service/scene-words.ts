type Scenes = Readonly<Record<string, readonly [name: string, words: string]>>;

const video: Scenes = {
  finishes: ["The video is made", "It takes the usual time and succeeds."],
  quick: ["It is ready in a moment", "It takes a sixth of the usual time."],
  slow: ["It is slow", "It takes five times as long as usual."],
  jumpy: ["Its progress jumps", "Its progress stops, then jumps ahead. It takes twice as long as usual."],
  stuck: ["It gets stuck at 63 %", "It never ends by itself. Press Finish or Fail at its task below."],
  fails: ["It fails", "It fails halfway, and its credits are refunded."],
  "fails-saying": [
    "It fails, and says why",
    "It fails halfway, its credits are refunded, and the service gives a reason.",
  ],
  silent: [
    "The service sends no status",
    "Every status request is answered with a web page, for ten times as long as usual. Then the video succeeds.",
  ],
  "links-dead": [
    "Its links no longer work",
    "Its links stop working, as they do after two hours. A video that Reelay has kept still plays.",
  ],
};
const paying: Scenes = {
  "no-credits": ["The account has too few credits", "The service refuses the request. Nothing is charged."],
  "bad-key": ["The key is refused", "The service does not accept the API key. Nothing is charged."],
  "bad-request": ["The request is refused", "The service calls the request invalid. Nothing is charged."],
  "lost-answer": [
    "The service’s answer is lost",
    "The video is charged and made, but the answer never reaches Reelay. It must say that it cannot know, and not pay twice. With an idempotency key, it may send the same start again.",
  ],
  "server-error": [
    "The service has an error",
    "Nothing is charged, but Reelay cannot know that. It must say so, and not pay twice.",
  ],
  accepted: [
    "The service answers “accepted”",
    "The video is charged and made. The answer has an unusual code (202), and names the task.",
  ],
  "error-with-task": [
    "An error that names a task",
    "The video is charged and made. The answer says “error” (500), but names the task.",
  ],
};
const discord: Scenes = {
  "discord-limited": [
    "Discord asks to slow down",
    "Messages and edits are refused with “retry after 2 s” until you choose another scene. First responses are accepted.",
  ],
  "discord-down": [
    "Discord is down",
    "Every request from Reelay to Discord fails until you choose another scene. Your actions still reach Reelay.",
  ],
  "discord-expired": [
    "Discord’s tokens expire early",
    "Tokens of earlier commands and presses no longer work; new ones work for 5 s instead of 15 minutes.",
  ],
};
const slack: Scenes = {
  "slack-limited": [
    "Slack asks to slow down",
    "Messages, edits and files are refused with “retry after 2 s” until you choose another scene. Forms still open.",
  ],
  "slack-down": [
    "Slack is down",
    "Every request from Reelay to Slack fails until you choose another scene. Your actions still reach Reelay.",
  ],
  "slack-expired": [
    "Slack’s reply addresses expire early",
    "Reply addresses of earlier commands no longer work, and new ones work for 5 s instead of 30 minutes. Reelay needs them in channels that it has not joined.",
  ],
};

export const sceneGroups: Readonly<Record<string, Scenes>> = {
  "The video": video,
  "Paying for it": paying,
  Discord: discord,
  Slack: slack,
};

export const wordsOfScene = (name: string): string | undefined =>
  Object.values(sceneGroups).find((scenes) => Object.hasOwn(scenes, name))?.[name]?.[1];
