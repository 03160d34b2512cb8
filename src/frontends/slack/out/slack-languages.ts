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

/** Whose profile it is. */
export interface Person extends Whereabouts {
  readonly userId: string;
}

/** The languages of people's profiles, which no payload tells. */
export interface Locales {
  /** As it is known here; nobody is asked. */
  known(person: Person): Locale | undefined;
  /** Before a first answer: what is not known here is waited for, 0.6 s at most. Absent: nobody told in that time. */
  soon(person: Person): Promise<Locale | undefined>;
  /** Waits for Slack's answer where it is not known; English where there is none. */
  learn(person: Person): Promise<Locale>;
}

/** A profile is looked at once a minute, beside an answer in the language known so far, and once in ten minutes where Slack told nothing. */
const KNOWN_FOR_MS = 60_000;
const AGAIN_MS = 600_000;
const PEOPLE_MAX = 10_000;
/** Slack tells 100 profiles a minute of a workspace; we ask for 20 at once, and 60 a minute. */
const ASK_BURST = 20;
/** Calls that looking again leaves for people whose language is not known yet. */
const KEPT_FOR_NEW = 10;
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
  /** What an earlier life has learned; absent: nothing is kept. */
  readonly languages?: Languages | undefined;
}): Locales {
  const { clientOf, clock, log, languages } = deps;
  const looked = new LRUCache<string, Looked>({ max: PEOPLE_MAX });
  const underWay = new Map<string, Promise<Locale | undefined>>();
  /** When each workspace's allowance is whole again. */
  const wholeAt = new LRUCache<string, EpochMs>({ max: WORKSPACES_MAX });

  function mayAsk(workspace: string, isKnown: boolean): boolean {
    const now = clock.now();
    const next = Math.max(now, wholeAt.get(workspace) ?? 0) + ASK_EVERY_MS;
    if (next - now > (isKnown ? ASK_BURST - KEPT_FOR_NEW : ASK_BURST) * ASK_EVERY_MS) return false;
    wholeAt.set(workspace, next);
    return true;
  }

  async function kept(person: Person): Promise<Locale | null> {
    try {
      return (await languages?.get(ownerOf(person))) ?? null;
    } catch (error) {
      log.warn("slack language not read", { ...errorForLog(error) });
      return null;
    }
  }

  async function ask(name: string, person: Person): Promise<Locale | undefined> {
    const known = looked.get(name)?.locale;
    if (!mayAsk(person.enterpriseId ?? person.teamId, known !== undefined)) return known;
    const told = await callAt(clientOf, person, (client) =>
      client.users.info({ user: person.userId, include_locale: true }),
    );
    const before = looked.get(name)?.locale;
    const read = profile.safeParse(told.ok ? told.value : null);
    const locale = read.success ? localeOf(read.data.user.locale) : before;
    looked.set(name, { locale, until: clock.now() + (read.success ? KNOWN_FOR_MS : AGAIN_MS) });
    if (read.success && locale && locale !== before)
      languages?.put(ownerOf(person), locale).catch((error: unknown) => {
        log.warn("slack language not kept", { ...errorForLog(error) });
      });
    return locale;
  }

  /** Slack and the store are asked side by side; a kept language is used at once, and Slack's answer is for the next time. */
  async function look(name: string, person: Person): Promise<Locale | undefined> {
    const asked = ask(name, person);
    const stored = looked.has(name) ? null : remembered(name, person);
    return (await Promise.race([stored, asked])) ?? (await stored) ?? asked;
  }

  async function remembered(name: string, person: Person): Promise<Locale | null> {
    const known = await kept(person);
    if (known && !looked.get(name)?.locale) looked.set(name, { locale: known, until: clock.now() });
    return known;
  }

  /** Whatever goes wrong with a call or with the store is a value. */
  function begin(person: Person): Promise<Locale | undefined> {
    const name = nameOf(person);
    const known = looked.get(name);
    if (known && clock.now() < known.until) return Promise.resolve(known.locale);
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    const looking = look(name, person).finally(() => underWay.delete(name));
    underWay.set(name, looking);
    return looking;
  }

  const known = (person: Person) => looked.get(nameOf(person))?.locale;
  return {
    known,
    async soon(person) {
      const looking = begin(person);
      if (known(person)) return known(person);
      const found = await within(clock, times.languageMs, looking);
      return found === "late" ? undefined : found;
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
