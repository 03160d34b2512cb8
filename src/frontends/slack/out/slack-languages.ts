import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type Clock, type EpochMs, within } from "../../../core/clock.ts";
import type { Owner } from "../../../core/job/ids.ts";
import type { Log } from "../../../core/ports.ts";
import type { Languages } from "../../../core/text/locale.ts";
import { type Locale, localeOf } from "../../../core/text/locale.ts";
import { errorForLog } from "../../../core/text/log-fields.ts";
import { times } from "../slack-limits.ts";
import { type ClientOf, callAt, type Whereabouts } from "./slack-calls.ts";

/** The person whose profile it is. */
export interface Person extends Whereabouts {
  readonly userId: string;
}

/** The languages of people's profiles, which no payload carries. */
export interface Locales {
  /** Returns the cached language; Slack is not asked. */
  known(person: Person): Locale | undefined;
  /**
   * Returns the language before a first answer, waiting 0.6 s at most where it is not cached; undefined where Slack did
   * not answer in that time.
   */
  soon(person: Person): Promise<Locale | undefined>;
  /** Waits for Slack's answer where the language is not cached; English where there is none. */
  learn(person: Person): Promise<Locale>;
}

/**
 * A profile is read once a minute at most, while the answer uses the cached language. Where Slack gave none, it is read
 * once in ten minutes.
 */
const KNOWN_FOR_MS = 60_000;
const AGAIN_MS = 600_000;
const PEOPLE_MAX = 10_000;
/** Slack gives 100 profiles a minute of a workspace; we ask for 20 at once, and 60 a minute. */
const ASK_BURST = 20;
/** Calls that re-reading profiles leaves for people whose language is not cached yet. */
const RESERVED_FOR_NEW = 10;
const ASK_EVERY_MS = 1_000;
/** With more workspaces than this, the one that asked longest ago is forgotten. */
const WORKSPACES_MAX = 1_000;

interface Looked {
  readonly locale: Locale | undefined;
  readonly until: EpochMs;
}

const profile = z.object({ user: z.object({ locale: z.string() }) });

/**
 * Scope: `users:read`, which an app may lack; its people read English. Source of the limit: docs.slack.dev,
 * methods/users.info is of tier 4, 100 a minute for a workspace (read 2026-11-22).
 */
export function slackLocales(deps: {
  readonly clientOf: ClientOf;
  readonly clock: Clock;
  readonly log: Log;
  /** Languages that were stored before this process began; where it is absent, none are stored. */
  readonly languages?: Languages | undefined;
}): Locales {
  const { clientOf, clock, log, languages } = deps;
  const looked = new LRUCache<string, Looked>({ max: PEOPLE_MAX });
  const underWay = new Map<string, Promise<Locale | undefined>>();
  /** The time at which each workspace's allowance is whole again. */
  const wholeAt = new LRUCache<string, EpochMs>({ max: WORKSPACES_MAX });

  function mayAsk(workspace: string, isKnown: boolean): boolean {
    const now = clock.now();
    const next = Math.max(now, wholeAt.get(workspace) ?? 0) + ASK_EVERY_MS;
    if (next - now > (isKnown ? ASK_BURST - RESERVED_FOR_NEW : ASK_BURST) * ASK_EVERY_MS) return false;
    wholeAt.set(workspace, next);
    return true;
  }

  async function storedLocale(person: Person): Promise<Locale | null> {
    try {
      return (await languages?.get(ownerOf(person))) ?? null;
    } catch (error) {
      log.warn("slack language not read", { ...errorForLog(error) });
      return null;
    }
  }

  async function ask(name: string, person: Person): Promise<Locale | undefined> {
    const cached = looked.get(name)?.locale;
    if (!mayAsk(person.enterpriseId ?? person.teamId, cached !== undefined)) return cached;
    const answer = await callAt(clientOf, person, (client) =>
      client.users.info({ user: person.userId, include_locale: true }),
    );
    const before = looked.get(name)?.locale;
    const read = profile.safeParse(answer.ok ? answer.value : null);
    const locale = read.success ? localeOf(read.data.user.locale) : before;
    looked.set(name, { locale, until: clock.now() + (read.success ? KNOWN_FOR_MS : AGAIN_MS) });
    if (read.success && locale && locale !== before)
      languages?.put(ownerOf(person), locale).catch((error: unknown) => {
        log.warn("slack language not kept", { ...errorForLog(error) });
      });
    return locale;
  }

  /**
   * Asks Slack and the store side by side. A stored language is used at once, and Slack's answer is for the next time.
   */
  async function look(name: string, person: Person): Promise<Locale | undefined> {
    const asked = ask(name, person);
    const stored = looked.has(name) ? null : remembered(name, person);
    return (await Promise.race([stored, asked])) ?? (await stored) ?? asked;
  }

  async function remembered(name: string, person: Person): Promise<Locale | null> {
    const stored = await storedLocale(person);
    if (stored && !looked.get(name)?.locale) looked.set(name, { locale: stored, until: clock.now() });
    return stored;
  }

  /** Starts a lookup unless one is under way; whatever goes wrong with a call or with the store is a value. */
  function begin(person: Person): Promise<Locale | undefined> {
    const name = nameOf(person);
    const cached = looked.get(name);
    if (cached && clock.now() < cached.until) return Promise.resolve(cached.locale);
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    const looking = look(name, person).finally(() => underWay.delete(name));
    underWay.set(name, looking);
    return looking;
  }

  const cachedLocale = (person: Person) => looked.get(nameOf(person))?.locale;
  return {
    known: cachedLocale,
    async soon(person) {
      const looking = begin(person);
      if (cachedLocale(person)) return cachedLocale(person);
      const locale = await within(clock, times.languageMs, looking);
      return locale === "late" ? undefined : locale;
    },
    learn: async (person) => (await begin(person)) ?? "en",
  };
}

function nameOf({ teamId, userId }: Person): string {
  return JSON.stringify([teamId, userId]);
}

/** An organisation's installation is one owner of each person's things in all its workspaces. */
function ownerOf({ teamId, enterpriseId, userId }: Person): Owner {
  return { platform: "slack", teamId: enterpriseId ?? teamId, userId };
}
