import type { SandboxClock } from "../clock.ts";
import { listen, reply } from "../http.ts";
import { type Journal, newestOf, openJournal } from "../journal.ts";
import { type Person, personWith } from "../people.ts";
import { deliveryToOther, type Envelope, fromOther, toOther } from "./delivery.ts";
import type { SlackFile } from "./files.ts";
import { picksOfForm } from "./picks.ts";
import { closeForm, command, openTab, postMessage, press, pressInView, shortcut } from "./slack-acts.ts";
import { openSlackCondition } from "./slack-condition.ts";
import { openWorld, type World } from "./slack-world.ts";
import { submitForm } from "./submit-form.ts";
import type { SlackMessage } from "./timeline.ts";
import type { HeldHome, Seated } from "./views.ts";
import { openInstalls, uninstall, webApi } from "./web-api.ts";
import { ids } from "./workspace.ts";

export type SlackEmulator = Awaited<ReturnType<typeof startSlack>>;

const SOCKET_WAIT_MS = 15_000;

/** Slack's own client reads these files even while the bot's requests are refused. */
const PEOPLES_FILES = "/files-pri/";

const addresses = ["/api/", "/oauth/v2/authorize", "/commands/", "/actions/", PEOPLES_FILES, "/upload/v1/"] as const;

export async function startSlack(deps: { clock: SandboxClock; journal: Journal; socketWaitMs?: number }) {
  const { clock, journal, socketWaitMs = SOCKET_WAIT_MS } = deps;
  const installs = openInstalls();
  const condition = openSlackCondition(journal);
  const listening = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? "/", listening.origin);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const isElsewhere = installs.teamOf(bearer) === ids.otherTeamId || pathname.includes(ids.otherTeamId);
    const path = fromOther(pathname);
    const address = addresses.find((each) => path.startsWith(each));
    if (!address) return reply(response, 404, { ok: false, error: "not_found" });
    if (address === "/oauth/v2/authorize") return installs.authorize(request, response);
    if (address !== PEOPLES_FILES && condition.now() === "down") return condition.refuse(path, request, response);
    const { responseUrls, files, uploads } = isElsewhere ? other : world;
    const serve = {
      "/api/": isElsewhere ? otherApi : api,
      "/commands/": responseUrls.handle,
      "/actions/": responseUrls.handle,
      [PEOPLES_FILES]: files.serve,
      "/upload/v1/": uploads.receive,
    }[address];
    return serve(path, request, response);
  });
  const { server, origin } = listening;
  const world = openWorld({ clock, journal, server, origin, socketWaitMs, condition });
  const { workspace, sockets, requests } = world;
  const otherJournal = openJournal(clock);
  const way = { sockets, requests, delivery: deliveryToOther(world.delivery) };
  const other = openWorld({ clock, journal: otherJournal, server, origin, socketWaitMs, condition, way });
  const api = webApi(world, installs);
  const otherApi = webApi(other, installs, toOther);

  return {
    apiUrl: `${origin}/api/`,
    addresses,
    ...ids,
    channelId: workspace.publicChannel.id,
    unjoinedChannelId: workspace.unjoinedChannel.id,
    foreignChannelId: workspace.foreignChannel.id,
    tokens: installs.tokens,
    ...handsOf(world),
    elsewhere: { ...handsOf(other), teamId: ids.otherTeamId, journal: otherJournal },
    uninstall: (teamId: string) => uninstall(teamId === ids.otherTeamId ? other : world, installs, teamId),
    condition: condition.now,
    setCondition: condition.turn,
    sendTo: (url: string) => requests.sendTo(url),
    dropSockets: (count?: number) => sockets.drop(count),
    async stop() {
      requests.stop();
      sockets.stop();
      await listening.close();
    },
  };
}

export interface At {
  readonly client?: string | undefined;
}

export type Hands = ReturnType<typeof handsOf>;

function handsOf(world: World) {
  const { workspace, timeline, views, homes, files } = world;
  const channel = (id: string) => workspace.channel(id) ?? fail(`no channel ${id}`);
  const directMessage = (person: Person) =>
    workspace.directMessage(person.slackId) ?? fail(`no direct message with ${person.name}`);

  return {
    /**
     * Sends `text`, such as "/video a cat --ratio 9:16". Waits up to 15 s of real time for a socket, then rejects with
     * "dispatch_failed". Resolves with the trigger_id.
     */
    command: async (
      personId: string,
      text: string,
      { channelId = workspace.publicChannel.id, client }: At & { channelId?: string | undefined } = {},
    ): Promise<string> => command(world, seated(personId, client), { text, channel: channel(channelId) }),
    /**
     * Presses a button by its action_id, or chooses the option with that value in a menu. Resolves with the trigger_id.
     */
    press: async (personId: string, messageTs: string, actionId: string, value?: string, at?: At): Promise<string> =>
      press(world, seated(personId, at?.client), { messageTs, actionId, value }),
    /** Uses a shortcut anywhere, or on a message the person can see. Resolves with the trigger_id. */
    shortcut: async (personId: string, callbackId: string, messageTs?: string, at?: At): Promise<string> =>
      shortcut(world, seated(personId, at?.client), { callbackId, messageTs }),
    /** "@reelay" mentions the bot. The event comes `deliveries` times. Returns the ts. */
    post: (
      personId: string,
      text: string,
      {
        channelId = workspace.publicChannel.id,
        ...how
      }: {
        channelId?: string | undefined;
        threadTs?: string | undefined;
        fileIds?: readonly string[];
        deliveries?: number;
      } = {},
    ): string => postMessage(world, someone(personId), { text, channel: channel(channelId), ...how }),
    upload: (
      personId: string,
      file: Pick<SlackFile, "name" | "contentType" | "bytes" | "width" | "height" | "isShared">,
    ): string => files.add({ ...file, ownerId: someone(personId).slackId }).id,
    uploadRules: world.uploads.rules,
    grants: world.grants,
    chosenLocales: world.chosenLocales,
    standings: world.standings,
    file: (id: string): SlackFile | undefined => files.find(id),
    filesOf: ({ fileIds }: SlackMessage) => fileIds.flatMap((id) => files.show(id) ?? []),
    removeFile: (id: string) => files.remove(id),
    openTab: (personId: string, tab: "home" | "messages") => openTab(world, someone(personId), tab),
    home: (personId: string): HeldHome | null => homes.of(someone(personId).slackId) ?? null,
    pressInView: async (personId: string, viewId: string, actionId: string, value?: string, at?: At): Promise<string> =>
      pressInView(world, seated(personId, at?.client), { viewId, actionId, value }),
    /**
     * `values` by block_id: text, or an option's value. What is not given keeps its initial value. Rejects what Slack's
     * client would reject.
     */
    submitForm: async (personId: string, viewId: string, values: Readonly<Record<string, string>>): Promise<string> =>
      submitForm(world, someone(personId), { viewId, values }),
    closeForm: (personId: string, viewId: string) => closeForm(world, someone(personId), viewId),
    /**
     * Oldest first, with the person's own ephemeral messages. At most the newest `most`, and the messages they reply to.
     */
    messages: (
      personId: string,
      channelId: string = workspace.publicChannel.id,
      most: number = Number.POSITIVE_INFINITY,
    ): readonly SlackMessage[] => {
      const seen = timeline.seenBy(someone(personId).slackId, channelId);
      return newestOf(seen, most, { idOf: ({ ts }) => ts, repliesTo: ({ threadTs }) => threadTs });
    },
    sent(personId: string, ts: string): unknown {
      const seen = timeline.seen(someone(personId).slackId, ts);
      return (seen && timeline.sentOf(ts)) ?? fail(`the bot has sent no JSON for message ${ts}`);
    },
    dmChannelId: (personId: string): string => directMessage(someone(personId)).id,
    openForms(personId: string) {
      const person = someone(personId);
      return views.openBy(person.slackId).map(({ client, view, errors }) => {
        const picks = picksOfForm(view.blocks, person, workspace);
        return { viewId: view.id, client, view, picks, errors };
      });
    },
    redeliver: () => world.last.again(),
    deliver: (type: Envelope["type"], payload: unknown): Promise<"answered" | "unanswered"> =>
      new Promise((resolve) => {
        const listener = { answered: () => resolve("answered"), unanswered: () => resolve("unanswered"), late() {} };
        world.delivery.send({ type, payload, accepts_response_payload: true }, listener);
      }),
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
