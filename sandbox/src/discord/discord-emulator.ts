import type { SandboxClock } from "../clock.ts";
import { type Handler, listen, reply } from "../http.ts";
import { type Journal, newestOf } from "../journal.ts";
import { applicationRoutes } from "./application-routes.ts";
import { channelRoutes } from "./channel-routes.ts";
import { openWorld } from "./discord-world.ts";
import { shownForm } from "./form-book.ts";
import type { Death } from "./interaction-book.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { type DiscordMessage, drawMessage } from "./message-book.ts";
import { personActs, personOf, placeFor, visibleMessage } from "./person-acts.ts";
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
import type { Denial } from "./refusal.ts";
import { openRateLimiter, openRouter } from "./router.ts";

export type DiscordEmulator = Awaited<ReturnType<typeof startDiscord>>;

export async function startDiscord({ clock, journal }: { clock: SandboxClock; journal: Journal }) {
  let serve: Handler = (_request, response) => reply(response, 503, { message: "starting" });
  const { origin, server, close } = await listen((request, response) => serve(request, response));

  const world = openWorld({ clock, journal, server, origin });
  const { token, cdn, standings, membership, condition } = world;
  const limiter = openRateLimiter(clock);
  const routes = [...applicationRoutes(world), ...channelRoutes(world, limiter), ...interactionRoutes(world)];
  serve = openRouter(world, routes, limiter);

  return {
    apiUrl: `${origin}/api`,
    token,
    applicationId,
    guildId,
    channelId,
    /** The bot may not see this channel: 50001 on every bot-token route, while interactions work. */
    foreignChannelId,
    threadId,
    postId,
    visitedChannelId,
    groupId,
    commands: (): readonly unknown[] => world.registry.all(),
    ...personActs(world),
    /**
     * Oldest first, with the person's own ephemeral messages. At most the newest `most`, and the messages they reply to.
     */
    messages(personId: string, where?: string, most: number = Number.POSITIVE_INFINITY): readonly DiscordMessage[] {
      const person = personOf(personId);
      const seen = world.book
        .inChannel(placeFor(person, where).id)
        .filter(({ ephemeralFor }) => ephemeralFor === null || ephemeralFor === person.discordId);
      const shown = newestOf(seen, most, { idOf: ({ id }) => id, repliesTo: ({ reference }) => reference });
      return shown.map((message) => drawMessage(message, cdn));
    },
    sent(personId: string, messageId: string): unknown {
      const { sent } = visibleMessage(world, personOf(personId).discordId, messageId);
      if (sent === undefined) throw new Error(`the bot has sent no JSON for message ${messageId}`);
      return sent;
    },
    dismiss(personId: string, messageId: string) {
      const message = world.book.find(messageId);
      if (message?.ephemeralFor !== personOf(personId).discordId)
        throw new Error("Only your own private messages can be dismissed.");
      world.book.remove(message);
    },
    chosenLocales: world.chosenLocales,
    standings,
    dmChannelId: (personId: string): string => dmChannelIdOf(personOf(personId)),
    openForms: (personId: string) => world.forms.openFor(personOf(personId).id).map(shownForm),
    /** The tokens of earlier interactions answer 401 with code 50027, or 404 with code 10015. */
    killTokens: (how: Death = "invalid_webhook_token") => world.interactions.killAll(how),
    deny: (denial: Denial): (() => void) => world.denials.add(denial),
    condition: condition.now,
    setCondition: condition.turn,
    hideVisitors() {
      world.visitors.areHidden = true;
    },
    ageRestricted: world.ageRestricted,
    limitFiles: (limits: { readonly interactionMaxBytes?: number; readonly tier?: number }) =>
      void Object.assign(world.files, limits),
    dropSessions: () => world.gateway.drop(),
    membership,
    publicKey: world.endpoint.publicKey,
    async sendTo(url: string | null): Promise<void> {
      if (!(await world.endpoint.save(url, applicationId))) throw new Error(`Discord does not accept ${url}`);
    },
    signed: world.endpoint.signed,
    redeliver: world.endpoint.redeliver,
    dispatch(name: string, data: unknown) {
      for (const session of world.gateway.sessionsFor(guildId)) session.dispatch(name, data);
    },
    starts: world.gateway.starts,
    routes: routes.map(({ method, path }) => `${method} ${path}`),
    async stop(): Promise<void> {
      world.gateway.stop();
      await close();
    },
  };
}
