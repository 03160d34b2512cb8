import type { SlackEmulator } from "../../../sandbox/src/slack/slack-emulator.ts";
import type { Task } from "../person.ts";

const ADA = "ada";

/** Does on Slack's emulator what a person is asked for. */
export async function onSlack(slack: SlackEmulator, task: Task): Promise<void> {
  switch (task.kind) {
    case "slash":
      await slack.command(ADA, task.text);
      return;
    case "press":
      await slack.press(ADA, task.messageId, task.button);
      return;
    case "press in form":
      await slack.pressInView(ADA, task.formId, task.button);
      return;
    case "submit":
      await slack.submitForm(ADA, task.formId, task.values);
      return;
    case "shortcut":
      await slack.shortcut(ADA, task.callbackId, task.messageId);
      return;
    case "mention":
      slack.say(ADA, `@reelay ${task.text}`);
      return;
    case "opens home":
      slack.openTab(ADA, "home");
      return;
    case "waits for a refresh":
      slack.dropSockets(1);
      return;
    case "removes app":
      slack.uninstall(slack.teamId);
      return;
    default:
      throw new Error(`nobody does "${task.kind}" on Slack`);
  }
}
