export interface SceneWords {
  readonly group: "The video" | "Paying for it" | "Discord" | "Slack";
  readonly name: string;
  readonly words: string;
}

export const sceneWords: Readonly<Record<string, SceneWords>> = {
  finishes: { group: "The video", name: "The video is made", words: "It takes its time and succeeds." },
  quick: { group: "The video", name: "It is ready in a moment", words: "It takes a sixth of the usual time." },
  slow: { group: "The video", name: "It is slow", words: "It takes five times as long as usual." },
  jumpy: {
    group: "The video",
    name: "Its progress jumps",
    words: "It stands still, then leaps. It takes twice as long as usual.",
  },
  stuck: {
    group: "The video",
    name: "It gets stuck at 63 %",
    words: "It never ends by itself. Press Finish or Fail at its task below.",
  },
  fails: { group: "The video", name: "It fails", words: "It fails half way, and its credits are refunded." },
  "no-credits": {
    group: "Paying for it",
    name: "The account has too few credits",
    words: "The service refuses to begin. Nothing is charged.",
  },
  "bad-key": {
    group: "Paying for it",
    name: "The key is refused",
    words: "The service does not take the API key. Nothing is charged.",
  },
  "bad-request": {
    group: "Paying for it",
    name: "The request is refused",
    words: "The service does not take the request. Nothing is charged.",
  },
  "lost-answer": {
    group: "Paying for it",
    name: "The service’s answer is lost",
    words: "The video is charged and made, but Reelay never hears so. It must say so, and not pay twice.",
  },
  "server-error": {
    group: "Paying for it",
    name: "The service has an error",
    words: "Nothing is charged, which Reelay cannot know. It must say so, and not pay twice.",
  },
  accepted: {
    group: "Paying for it",
    name: "The service answers “accepted”",
    words: "The video is charged and made. The answer has an unusual code (202), and names the task.",
  },
  "error-with-task": {
    group: "Paying for it",
    name: "An error that names a task",
    words: "The video is charged and made. The answer says “error” (500), but names the task.",
  },
  "discord-limited": {
    group: "Discord",
    name: "Discord asks to slow down",
    words: "Messages and edits are refused with “again in 2 s”, until another scene. First answers pass.",
  },
  "discord-down": {
    group: "Discord",
    name: "Discord is down",
    words: "Whatever Reelay asks of Discord fails, until another scene. What you do still reaches Reelay.",
  },
  "discord-expired": {
    group: "Discord",
    name: "Discord’s tokens expire early",
    words: "Tokens of earlier commands and presses are dead for good; new ones live 5 s instead of 15 minutes.",
  },
  "slack-limited": {
    group: "Slack",
    name: "Slack asks to slow down",
    words: "Messages, edits and files are refused with “again in 2 s”, until another scene. Forms open.",
  },
  "slack-down": {
    group: "Slack",
    name: "Slack is down",
    words: "Whatever Reelay asks of Slack fails, until another scene. What you do still reaches Reelay.",
  },
  "slack-expired": {
    group: "Slack",
    name: "Slack’s reply addresses expire early",
    words:
      "Those of earlier commands are dead for good; new ones live 5 s instead of 30 minutes. Reelay needs them where it is no member.",
  },
};
