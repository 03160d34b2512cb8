import { newestOf } from "../newest.ts";
import { type Person, personWith, type Standings } from "../people.ts";
import { closeForm } from "./act/close-form.ts";
import { command } from "./act/command.ts";
import { type Pickable, picksOfForm } from "./act/picks.ts";
import { press } from "./act/press.ts";
import { pressInView } from "./act/press-in-view.ts";
import { openTab, say } from "./act/say.ts";
import { shortcut } from "./act/shortcut.ts";
import { submitForm } from "./act/submit-form.ts";
import type { Grants } from "./grants.ts";
import type { HeldHome } from "./homes.ts";
import type { SlackMessage } from "./message.ts";
import type { ShownFile, SlackFile } from "./methods/files.ts";
import type { UploadRules } from "./methods/uploads.ts";
import type { Seated } from "./seated.ts";
import type { World } from "./world.ts";

/** A modal that a person has before them. */
interface OpenForm {
  readonly viewId: string;
  /** Where the person acted that it answers; "" where nobody said. */
  readonly client: string;
  /** The view as Slack holds it. */
  readonly view: unknown;
  /** What its menus of people and conversations offer, by block_id. */
  readonly picks: Readonly<Record<string, readonly Pickable[]>>;
  /** block_id → text, as answered to the last submission. */
  readonly errors: Readonly<Record<string, string>>;
}

/** At which of a person's clients something is done: a form that answers it opens there alone. */
interface At {
  readonly client?: string | undefined;
}

/** What people do and see in one workspace. */
export interface Hands {
  /**
   * A person types a slash command, e.g. "/video a cat --ratio 9:16". Waits up to 15 s of real time for a socket, then
   * rejects with "dispatch_failed". Resolves with the trigger_id once the payload is on its way.
   */
  command(personId: string, text: string, how?: At & { channelId?: string }): Promise<string>;
  /**
   * Presses a button of a message the person can see, by action_id, or chooses the option with that value in a menu;
   * rejects if there is none. Resolves with the trigger_id.
   */
  press(personId: string, messageTs: string, actionId: string, value?: string, at?: At): Promise<string>;
  /**
   * Fills and submits the person's open form; values by block_id (text, or an option's value). What is not given keeps
   * its initial value. Rejects what Slack's own client would not let through. Resolves with the view id.
   */
  submitForm(personId: string, viewId: string, values: Readonly<Record<string, string>>): Promise<string>;
  /** The person closes the form without submitting it. */
  closeForm(personId: string, viewId: string): void;
  /** Uses one of the app's shortcuts, by its callback_id: anywhere, or on a message the person can see. Resolves with the trigger_id. */
  shortcut(personId: string, callbackId: string, messageTs?: string, at?: At): Promise<string>;
  /** Writes a message; "@reelay" in it mentions the bot. The event to the bot comes `deliveries` times. Gives its ts. */
  say(
    personId: string,
    text: string,
    how?: { channelId?: string; threadTs?: string; fileIds?: readonly string[]; deliveries?: number },
  ): string;
  /** Gives Slack a file, for a message or a form; gives its id. */
  upload(personId: string, file: Pick<SlackFile, "name" | "contentType" | "bytes" | "width" | "height">): string;
  /** How the workspace takes the bot's files; set a code of Slack's, and it refuses them with that. */
  readonly uploadRules: UploadRules;
  readonly grants: Grants;
  /** Languages that people have chosen since the start, by their ids of ours. */
  readonly chosenLocales: Map<string, string>;
  /** What people are in the workspace: its admins, its guests, and who belongs to another one. */
  readonly standings: Standings;
  /** A file as the workspace holds it. */
  file(id: string): SlackFile | undefined;
  /** The files that came with a message; one that was deleted is not among them. */
  filesOf(message: SlackMessage): readonly ShownFile[];
  /** Deletes a file everywhere. */
  removeFile(id: string): void;
  openTab(personId: string, tab: "home" | "messages"): void;
  /** What the person sees behind the Home tab; null where the bot has published nothing. */
  home(personId: string): HeldHome | null;
  /** The same in the person's home, or in the form on top. */
  pressInView(personId: string, viewId: string, actionId: string, value?: string, at?: At): Promise<string>;
  /** What that person sees in the channel (public and own ephemerals), oldest first; default: the public channel. Of many the newest `most`, and what those reply to. */
  messages(personId: string, channelId?: string, most?: number): readonly SlackMessage[];
  /** The JSON that the bot sent last for a message which that person sees; throws where the bot sent none. */
  sent(personId: string, messageTs: string): unknown;
  /** The direct message of that person with the bot. */
  dmChannelId(personId: string): string;
  /** The forms that person has open, newest last. */
  openForms(personId: string): readonly OpenForm[];
  /** Delivers the newest envelope once more, as after an answer that was lost. */
  redeliver(): void;
}

export function handsOf(world: World): Hands {
  const { workspace, timeline, views, homes, files } = world;
  const channel = (id: string) => workspace.channel(id) ?? fail(`no channel ${id}`);
  const directMessage = (person: Person) =>
    workspace.directMessage(person.slackId) ?? fail(`no direct message with ${person.name}`);

  return {
    command: async (personId, text, { channelId = workspace.publicChannel.id, client } = {}) =>
      command(world, seated(personId, client), { text, channel: channel(channelId) }),
    press: async (personId, messageTs, actionId, value, at) =>
      press(world, seated(personId, at?.client), { messageTs, actionId, value }),
    shortcut: async (personId, callbackId, messageTs, at) =>
      shortcut(world, seated(personId, at?.client), { callbackId, messageTs }),
    say: (personId, text, { channelId = workspace.publicChannel.id, ...how } = {}) =>
      say(world, someone(personId), { text, channel: channel(channelId), ...how }),
    upload: (personId, file) => files.add({ ...file, ownerId: someone(personId).slackId }).id,
    uploadRules: world.uploads.rules,
    grants: world.grants,
    chosenLocales: world.chosenLocales,
    standings: world.standings,
    file: (id) => files.find(id),
    filesOf: ({ fileIds }) => fileIds.flatMap((id) => files.show(id) ?? []),
    removeFile: (id) => files.remove(id),
    openTab: (personId, tab) => openTab(world, someone(personId), tab),
    home: (personId) => homes.of(someone(personId).slackId) ?? null,
    pressInView: async (personId, viewId, actionId, value, at) =>
      pressInView(world, seated(personId, at?.client), { viewId, actionId, value }),
    submitForm: async (personId, viewId, values) => submitForm(world, someone(personId), { viewId, values }),
    closeForm: (personId, viewId) => closeForm(world, someone(personId), viewId),
    messages: (personId, channelId = workspace.publicChannel.id, most = Number.POSITIVE_INFINITY) => {
      const seen = timeline.seenBy(someone(personId).slackId, channelId);
      return newestOf(seen, most, { idOf: ({ ts }) => ts, repliesTo: ({ threadTs }) => threadTs });
    },
    sent(personId, ts) {
      const seen = timeline.seen(someone(personId).slackId, ts);
      return (seen && timeline.sentOf(ts)) ?? fail(`the bot has sent no JSON for message ${ts}`);
    },
    dmChannelId: (personId) => directMessage(someone(personId)).id,
    openForms(personId) {
      const person = someone(personId);
      return views.openBy(person.slackId).map(({ client, view, errors }) => {
        const picks = picksOfForm(view.blocks, person, workspace);
        return { viewId: view.id, client, view, picks, errors };
      });
    },
    redeliver: () => world.last.again(),
  };
}

function someone(personId: string): Person {
  return personWith(personId) ?? fail(`nobody is called ${personId}`);
}

function seated(personId: string, client = ""): Seated {
  return { ...someone(personId), client };
}

function fail(why: string): never {
  throw new Error(why);
}
