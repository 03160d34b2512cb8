import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import { type Clock, type EpochMs, within } from "../../../core/clock.ts";
import type { Standing } from "../../../core/command.ts";
import type { Owner, UserId } from "../../../core/job/ids.ts";
import { ok } from "../../../core/result.ts";
import { namesOfEach, type TeamPeople } from "../../../core/team/team.ts";
import { type Languages, type Locale, localeOf } from "../../../core/text/locale.ts";
import { errorForLog, type Log } from "../../../core/text/log-fields.ts";
import { times } from "../slack-limits.ts";
import { type ClientOf, callAt, installationId, type Whereabouts } from "./slack-calls.ts";

export interface Person extends Whereabouts {
  readonly userId: UserId;
}

/** Languages come from profiles, because payloads carry none. */
export interface Locales {
  cachedLocale(person: Person): Locale | undefined;
  soon(person: Person): Promise<Locale | undefined>;
  learn(person: Person): Promise<Locale>;
}

const PEOPLE_MAX = 10_000;
const WORKSPACES_MAX = 1_000;
/** When a profile is read again. `AGAIN_MS`: one without a language. */
const LANGUAGE_MS = 60_000;
const AGAIN_MS = 600_000;
const STANDING_MS = 300_000;

interface Cached {
  readonly user: Profile | null;
  readonly readAt: EpochMs;
  readonly locale: Locale | undefined;
  readonly until: EpochMs;
}

/**
 * Without the scope `users:read`, messages are in English, and nobody can spend a team's credits. Limit: tier 4, 100 a
 * minute per workspace. Source: docs.slack.dev, methods/users.info (read 2026-11-22).
 */
export function slackProfiles({
  clientOf,
  clock,
  log,
  languages,
}: {
  readonly clientOf: ClientOf;
  readonly clock: Clock;
  readonly log: Log;
  readonly languages: Languages;
}): { readonly locales: Locales; readonly people: TeamPeople } {
  const profiles = new LRUCache<string, Cached>(atMost(PEOPLE_MAX));
  const underWay = new Map<string, Promise<Profile | null>>();
  const pausedUntil = new LRUCache<string, EpochMs>(atMost(WORKSPACES_MAX));

  function read(person: Person): Promise<Profile | null> {
    const name = nameOf(person);
    const reading = underWay.get(name) ?? ask(name, person).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  }

  async function ask(name: string, person: Person): Promise<Profile | null> {
    const installed = installationId(person);
    if (clock.now() < (pausedUntil.get(installed) ?? 0)) return null;
    const answer = await callAt(clientOf, person, (client) =>
      client.users.info({ user: person.userId, include_locale: true }),
    );
    const now = clock.now();
    if (!answer.ok && answer.refusal.kind === "rate_limited")
      pausedUntil.set(installed, now + answer.refusal.retryAfterMs);
    const user = profile.safeParse(answer.ok ? answer.value : null).data?.user ?? null;
    const before = profiles.get(name);
    const locale = user?.locale === undefined ? before?.locale : localeOf(user.locale);
    const until = now + (user?.locale === undefined ? AGAIN_MS : LANGUAGE_MS);
    profiles.set(name, {
      locale,
      until,
      user: user ?? before?.user ?? null,
      readAt: user ? now : (before?.readAt ?? 0),
    });
    if (locale && locale !== before?.locale)
      languages.put(ownerOf(person), locale).catch((error: unknown) => {
        log.warn("slack language not kept", { ...errorForLog(error) });
      });
    return user;
  }

  async function stored(person: Person): Promise<Locale | null> {
    try {
      const locale = await languages.get(ownerOf(person));
      const now = clock.now();
      if (locale && !cachedLocale(person)) profiles.set(nameOf(person), { locale, until: now, user: null, readAt: 0 });
      return locale;
    } catch (error) {
      log.warn("slack language not read", { ...errorForLog(error) });
      return null;
    }
  }

  const cachedLocale = (person: Person) => profiles.get(nameOf(person))?.locale;

  /** A stored language is used at once, and Slack's answer is used next time. */
  async function current(person: Person): Promise<Locale | undefined> {
    const cached = profiles.get(nameOf(person));
    if (cached && clock.now() < cached.until) return cached.locale;
    const asked = read(person).then(() => cachedLocale(person));
    const remembered = cached ? null : stored(person);
    return (await Promise.race([remembered, asked])) ?? (await remembered) ?? asked;
  }

  async function recent(person: Person): Promise<Profile | null> {
    const cached = profiles.get(nameOf(person));
    return cached?.user && clock.now() < cached.readAt + STANDING_MS ? cached.user : read(person);
  }

  return {
    locales: {
      cachedLocale,
      async soon(person) {
        const asked = current(person);
        const cached = cachedLocale(person);
        if (cached) return cached;
        const locale = await within(clock, times.lookUpMs, asked);
        return locale === "late" ? undefined : locale;
      },
      learn: async (person) => (await current(person)) ?? "en",
    },
    people: {
      async standingOf({ owner, reply: at }, isFresh) {
        if (at.platform !== "slack") return null;
        const person = { ...at, userId: owner.userId };
        const user = await (isFresh ? read(person) : recent(person));
        return user && standingIn(user, at);
      },
      async memberNow({ owner, reply: at }) {
        if (at.platform !== "slack") return null;
        const user = await read({ ...at, userId: owner.userId });
        if (user?.deleted) return "gone";
        const standing = user && standingIn(user, at);
        return standing && { roles: [], isGuest: standing.isGuest };
      },
      async namesOf({ reply: at }, people) {
        if (at.platform !== "slack") return new Map();
        return namesOfEach(people, async (userId) => {
          const user = await recent({ ...at, userId });
          return user && (user.profile.display_name || user.real_name || user.name);
        });
      },
      // Slack itself fills in its forms' choices, and a token posts only in its own workspace.
      isChannelHere: async () => ok(true),
      isAgeRestricted: async () => null,
    },
  };
}

function ownerOf(person: Person): Owner {
  return { platform: "slack", teamId: installationId(person), userId: person.userId };
}

function nameOf(person: Person): string {
  return JSON.stringify([installationId(person), person.userId]);
}

const flag = z.boolean().catch(false);

/** Source: docs.slack.dev, objects/user-object (read 2026-11-22). */
const profile = z.object({
  user: z.object({
    locale: z.string().optional().catch(undefined),
    name: z.string().catch(""),
    real_name: z.string().catch(""),
    profile: z.object({ display_name: z.string().catch("") }).catch({ display_name: "" }),
    deleted: flag,
    is_admin: flag,
    is_owner: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    is_stranger: flag,
    /** In an organization, this may be missing, or another of the person's workspaces. */
    team_id: z.string().nullable().catch(null),
    enterprise_user: z
      .object({
        enterprise_id: z.string().catch(""),
        is_admin: flag,
        is_owner: flag,
        teams: z.array(z.string()).catch([]),
      })
      .nullish()
      .catch(null),
  }),
});

/**
 * null: unknown. `is_stranger` is not enough: it is false for people of another company who share a channel with the
 * app. Source: docs.slack.dev, objects/user-object (read 2026-11-22).
 */
function isOfTeam({ team_id: teamId, enterprise_user: inAll }: Profile, at: Whereabouts): boolean | null {
  // In a shared channel, this may be the stranger's own workspace.
  if (at.enterpriseId) return inAll?.enterprise_id ? inAll.enterprise_id === at.enterpriseId : null;
  if (teamId === at.teamId || inAll?.teams.includes(at.teamId)) return true;
  return teamId === null ? null : false;
}

type Profile = z.output<typeof profile>["user"];

function standingIn(user: Profile, at: Whereabouts): Standing | null {
  const isRestricted = user.is_restricted || user.is_ultra_restricted || user.is_stranger;
  const isMember = isOfTeam(user, at);
  if (isMember === null && !isRestricted) return null;
  const rights = at.enterpriseId ? user.enterprise_user : user;
  return {
    isAdmin: isMember === true && (rights?.is_admin || rights?.is_owner || false),
    isGuest: isRestricted || !isMember,
  };
}
