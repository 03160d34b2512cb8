import { z } from "zod";
import type { Clock, EpochMs } from "../../core/clock.ts";
import { type Locale, localeOf } from "../../core/locale.ts";
import { type ClientOf, callAt, type Whereabouts } from "./client-of.ts";

/** Whose profile it is. */
export interface Person extends Whereabouts {
  readonly userId: string;
}

/** The languages of people's profiles, which no payload tells. */
export interface Locales {
  /** As it is known, and absent where it is not: then Slack is asked, so that the next answer knows it. */
  known(person: Person): Locale | undefined;
  /** Waits for Slack's answer where it is not known; English where there is none. */
  learn(person: Person): Promise<Locale>;
}

/** Ours, decided 2026-11-21: a profile is looked at once a day, and once in ten minutes where Slack told nothing. */
const KNOWN_FOR_MS = 86_400_000;
const AGAIN_MS = 600_000;
const PEOPLE_MAX = 10_000;

interface Looked {
  readonly locale: Locale | undefined;
  readonly until: EpochMs;
}

const profile = z.object({ user: z.object({ locale: z.string() }) });

/** Scope: `users:read`, which an app may lack; its people read English. */
export function slackLocales({ clientOf, clock }: { clientOf: ClientOf; clock: Clock }): Locales {
  const looked = new Map<string, Looked>();
  const underWay = new Map<string, Promise<Locale>>();

  async function look(name: string, person: Person, now: EpochMs): Promise<Locale> {
    const told = await callAt(clientOf, person, (client) =>
      client.users.info({ user: person.userId, include_locale: true }),
    );
    const read = profile.safeParse(told.ok ? told.value : null);
    const locale = read.success ? localeOf(read.data.user.locale) : looked.get(name)?.locale;
    const until = now + (read.success ? KNOWN_FOR_MS : AGAIN_MS);
    const [oldest] = looked.keys();
    if (looked.size >= PEOPLE_MAX && oldest !== undefined && !looked.has(name)) looked.delete(oldest);
    looked.set(name, { locale, until });
    return locale ?? "en";
  }

  function learn(person: Person): Promise<Locale> {
    const name = JSON.stringify([person.teamId, person.userId]);
    const known = looked.get(name);
    const now = clock.now();
    if (known && now < known.until) return Promise.resolve(known.locale ?? "en");
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    // Whatever goes wrong with a call is a value.
    const looking = look(name, person, now).finally(() => underWay.delete(name));
    underWay.set(name, looking);
    return looking;
  }

  return {
    learn,
    known(person) {
      void learn(person);
      return looked.get(JSON.stringify([person.teamId, person.userId]))?.locale;
    },
  };
}
