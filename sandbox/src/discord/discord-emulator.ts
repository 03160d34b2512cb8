import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { Condition } from "../condition.ts";
import { type Handler, listen, reply } from "../http.ts";
import { type Journal, newestOf } from "../journal.ts";
import { openStandings, type Standings } from "../people.ts";
import { applicationRoutes } from "./application-routes.ts";
import { bell } from "./bell.ts";
import { openCdn } from "./cdn.ts";
import { channelRoutes } from "./channel-routes.ts";
import { openCommandRegistry } from "./command-registry.ts";
import { openSky } from "./discord-condition.ts";
import { INTERACTION_FILE_MAX_BYTES } from "./discord-limits.ts";
import type { World } from "./discord-world.ts";
import type { SandboxFile } from "./fill-form.ts";
import { openFormBook, type ShownForm, shownForm } from "./form-book.ts";
import { openGateway, type SessionStarts } from "./gateway.ts";
import { type Membership, openMembership } from "./guild.ts";
import { type Death, openInteractionBook } from "./interaction-book.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { drawMessage, openMessageBook } from "./message-book.ts";
import {
  type Posting,
  personOf,
  placeFor,
  postMessage,
  pressButton,
  submitForm,
  suggest,
  useCommand,
  visibleMessage,
} from "./person-acts.ts";
import {
  applicationId,
  channelId,
  dmChannelIdOf,
  foreignChannelId,
  groupId,
  guildId,
  postId,
  threadId,
  visitedChannelId,
} from "./place.ts";
import { type Denial, openDenials } from "./refusal.ts";
import { openRateLimiter, openRouter } from "./router.ts";
import type { DiscordMessage } from "./wire-types.ts";

export interface DiscordEmulator {
  /** Goes into DISCORD_API_URL; the bot calls `<it>/v10/…`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly guildId: string;
  /** A public channel where the bot may do everything. */
  readonly channelId: string;
  /** A channel that the bot may not see: 50001 on every bot-token route, while interactions work. */
  readonly foreignChannelId: string;
  /** A public thread, and a post of a forum. */
  readonly threadId: string;
  readonly postId: string;
  /** A channel of a server without the bot, and a group message: both by the person's own installation. */
  readonly visitedChannelId: string;
  readonly groupId: string;
  /** Commands as the client would list them: the bot's own JSON with ids. */
  commands(): readonly unknown[];
  /**
   * A person uses a command. Waits up to 15 s of real time until the bot is connected and the command is registered,
   * checks the options as Discord's client does, and resolves with the interaction's id.
   */
  command(
    personId: string,
    name: string,
    options?: Readonly<Record<string, string | number | SandboxFile>>,
    how?: {
      readonly subcommand?: string;
      readonly channelId?: string;
      /** For a message command ("Animate this"): the message it is used on. */
      readonly messageId?: string;
      /** At which of the person's clients: a form that answers it opens there alone. */
      readonly client?: string;
    },
  ): Promise<string>;
  /** Presses a button of a message that the person can see, or chooses that value in a menu; rejects where there is no such enabled one. */
  press(
    personId: string,
    messageId: string,
    customId: string,
    value?: string,
    at?: { readonly client?: string | undefined },
  ): Promise<string>;
  /** Submits the form that the interaction `formId` opened for this person; values by custom_id. */
  submitForm(
    personId: string,
    formId: string,
    values: Readonly<Record<string, string | boolean | readonly string[] | SandboxFile | readonly SandboxFile[]>>,
  ): Promise<string>;
  /** What the client offers while a person types into an option with autocomplete. */
  suggest(
    personId: string,
    name: string,
    option: string,
    typed: string,
    how?: { readonly subcommand?: string; readonly channelId?: string },
  ): Promise<readonly { readonly name: string; readonly value: string | number }[]>;
  /** A person writes an ordinary message, in the public channel by default; its id. */
  post(personId: string, content: string, files?: readonly SandboxFile[], how?: Posting): string;
  /** The person puts a private message away; nobody tells the bot. */
  dismiss(personId: string, messageId: string): void;
  /** Languages that people have chosen since the start, by their ids of ours. */
  readonly chosenLocales: Map<string, string>;
  /** What people are in the server: who manages it, who is a guest, who has the role. */
  readonly standings: Standings;
  /** What that person sees in a channel, the public one by default, oldest first: its messages and their own ephemeral ones. Of many the newest `most`, and what those reply to. */
  messages(personId: string, channelId?: string, most?: number): readonly DiscordMessage[];
  /** The JSON that the bot sent last for a message which that person sees; rejects where the bot sent none. */
  sent(personId: string, messageId: string): unknown;
  /** The channel of the person's direct messages with the bot. */
  dmChannelId(personId: string): string;
  /** Forms that are open for that person, newest last. */
  openForms(personId: string): readonly ShownForm[];
  /** From now on the token of every earlier interaction answers 401 with code 50027, or 404 with code 10015. */
  killTokens(how?: Death): void;
  /** From now on such requests are refused; the returned function ends it. */
  deny(denial: Denial): () => void;
  /** How it treats the bot, as `Sky` says; clear at first. */
  condition(): Condition;
  setCondition(condition: Condition): void;
  /** From now on the server without the bot shows what the bot says there to the person who asked, and to nobody else. */
  hideVisitors(): void;
  /** Channels that are age-restricted, by their ids; none at first. */
  readonly ageRestricted: Set<string>;
  /** From now on files of people's interactions, and of the bot's server, may be so large. */
  limitFiles(limits: { readonly interactionMaxBytes?: number; readonly tier?: number }): void;
  /** Every session ends, as when the gateway loses it: the bot has to identify anew. */
  dropSessions(): void;
  /** Somebody removes the bot from its server, or invites it again. */
  readonly membership: Membership;
  /** The bot hears of an event of that name, with that content. */
  tell(name: string, data: unknown): void;
  /** The sessions that bots have begun, and what is to become of the next ones. */
  readonly starts: Omit<SessionStarts, "begin" | "limit">;
  /** What it serves, such as `GET /gateway`: below `/api/v10`, with `:names` for what varies. */
  readonly routes: readonly string[];
  stop(): Promise<void>;
}

/** Starts Discord on loopback: its REST interface, its gateway and its CDN, with a guild of three people and the bot. */
export async function startDiscord(deps: {
  readonly clock: SandboxClock;
  readonly journal: Journal;
}): Promise<DiscordEmulator> {
  const { clock, journal } = deps;
  let serve: Handler = (_request, response) => reply(response, 503, { message: "starting" });
  const { origin, server, close } = await listen((request, response) => serve(request, response));

  const nextId = snowflakes(clock);
  const token = `${Buffer.from(applicationId).toString("base64url")}.${randomBytes(4).toString("base64url")}.${randomBytes(28).toString("base64url")}`;
  const changed = bell();
  const cdn = openCdn(origin, clock);
  const limiter = openRateLimiter(clock);
  const standings = openStandings();
  const membership = openMembership(standings, (name, data) => world.gateway.tellOfGuild(name, data));
  const sky = openSky({ clock, journal, interactions: () => world.interactions });
  const world: World = {
    clock,
    journal,
    origin,
    token,
    nextId,
    cdn,
    changed,
    book: openMessageBook({ clock, journal, cdn, nextId }),
    interactions: openInteractionBook({ clock, journal, nextId, sky }),
    forms: openFormBook(journal),
    registry: openCommandRegistry(changed, nextId),
    gateway: openGateway({ server, origin, token, journal, changed, clock, standings, membership }),
    denials: openDenials(),
    sky,
    membership,
    ageRestricted: new Set(),
    visitors: { areHidden: false },
    files: { tier: 0, interactionMaxBytes: INTERACTION_FILE_MAX_BYTES },
    chosenLocales: new Map(),
    standings,
    typing: new Map(),
  };
  const routes = [...applicationRoutes(world), ...channelRoutes(world, limiter), ...interactionRoutes(world)];
  serve = openRouter(world, routes, limiter);

  return {
    apiUrl: `${origin}/api`,
    token,
    applicationId,
    guildId,
    channelId,
    foreignChannelId,
    threadId,
    postId,
    visitedChannelId,
    groupId,
    commands: () => world.registry.all(),
    command: (personId, name, options, how) => useCommand(world, { personId, name, options, how }),
    press: (personId, messageId, customId, value, at) =>
      pressButton(world, { personId, messageId, customId, value, client: at?.client }),
    submitForm: (personId, formId, values) => submitForm(world, { personId, formId, values }),
    suggest: (personId, name, option, typed, how) => suggest(world, { personId, name, option, typed, how }),
    post: (personId, content, files, how) => postMessage(world, { personId, content, files, how }),
    messages(personId, where, most = Number.POSITIVE_INFINITY) {
      const person = personOf(personId);
      const seen = world.book
        .inChannel(placeFor(person, where).id)
        .filter(({ ephemeralFor }) => ephemeralFor === null || ephemeralFor === person.discordId);
      const shown = newestOf(seen, most, { idOf: ({ id }) => id, repliesTo: ({ reference }) => reference });
      return shown.map((message) => drawMessage(message, cdn));
    },
    sent(personId, messageId) {
      const { sent } = visibleMessage(world, personOf(personId).discordId, messageId);
      if (sent === undefined) throw new Error(`the bot has sent no JSON for message ${messageId}`);
      return sent;
    },
    dismiss(personId, messageId) {
      const message = world.book.find(messageId);
      if (message?.ephemeralFor !== personOf(personId).discordId)
        throw new Error("Only one's own private message goes.");
      world.book.remove(message);
    },
    chosenLocales: world.chosenLocales,
    standings,
    dmChannelId: (personId) => dmChannelIdOf(personOf(personId)),
    openForms: (personId) => world.forms.openFor(personOf(personId).id).map(shownForm),
    killTokens: (how = "invalid_webhook_token") => world.interactions.killAll(how),
    deny: (denial) => world.denials.add(denial),
    condition: sky.now,
    setCondition: sky.turn,
    hideVisitors() {
      world.visitors.areHidden = true;
    },
    ageRestricted: world.ageRestricted,
    limitFiles: (limits) => void Object.assign(world.files, limits),
    dropSessions: () => world.gateway.drop(),
    membership,
    tell: (name, data) => world.gateway.sessionFor(guildId)?.dispatch(name, data),
    starts: world.gateway.starts,
    routes: routes.map(({ method, path }) => `${method} ${path}`),
    async stop() {
      world.gateway.stop();
      await close();
    },
  };
}

/** The first moment an id can name. Source: Discord docs, reference "Snowflakes" (read 2026-11-21). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Makes ids that sort by time; two of one millisecond still differ and keep their order. */
function snowflakes(clock: SandboxClock): () => string {
  let last = 0n;
  return () => {
    const byTime = BigInt(Math.max(0, clock.now() - DISCORD_EPOCH_MS)) << 22n;
    last = byTime > last ? byTime : last + 1n;
    return String(last);
  };
}
