import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Clock, EpochMs } from "../../../core/clock.ts";
import type { Standing } from "../../../core/command.ts";
import type { UserId } from "../../../core/job/ids.ts";
import type { TeamPeople } from "../../../core/team/team.ts";
import { type ClientOf, callAt, type Whereabouts } from "./slack-calls.ts";

const KNOWN_FOR_MS = 300_000;
const PEOPLE_MAX = 10_000;
/** How many profiles are asked for at the same time. */
const AT_ONCE = 5;

const flag = z.boolean().catch(false);

/** Source: docs.slack.dev, objects/user-object (read 2026-11-22). */
const profile = z.object({
  user: z.object({
    name: z.string().catch(""),
    real_name: z.string().catch(""),
    profile: z.object({ display_name: z.string().catch("") }).catch({ display_name: "" }),
    /** Deactivated; so is an account that was removed from the workspace. */
    deleted: flag,
    is_admin: flag,
    is_owner: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    is_stranger: flag,
    /**
     * The workspace that this is an account of. In an organisation it may be missing, or another one of the person's.
     */
    team_id: z.string().nullable().catch(null),
    enterprise_user: z
      .object({
        enterprise_id: z.string().catch(""),
        is_admin: flag,
        is_owner: flag,
        /** Workspaces of the organisation. */
        teams: z.array(z.string()).catch([]),
      })
      .nullish()
      .catch(null),
  }),
});

/**
 * Tells if somebody belongs to the workspace; null where Slack does not say. People of another company who share a
 * channel do not, although `is_stranger` is true only for those who share none with the app. Source: docs.slack.dev,
 * objects/user-object (read 2026-11-22).
 */
function isOfTeam({ team_id: teamId, enterprise_user: inAll }: Profile, at: Whereabouts): boolean | null {
  // The workspace of a press in a shared channel may be the stranger's own.
  if (at.enterpriseId) return inAll?.enterprise_id ? inAll.enterprise_id === at.enterpriseId : null;
  if (teamId === at.teamId || inAll?.teams.includes(at.teamId)) return true;
  return teamId === null ? null : false;
}

type Profile = z.output<typeof profile>["user"];

/** Returns null where Slack does not say which workspace the person belongs to. */
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

function nameOf({ enterpriseId, teamId }: Whereabouts, userId: UserId): string {
  return JSON.stringify([enterpriseId ?? teamId, userId]);
}

/** Scope: `users:read`. Without it nobody's standing is known, and so nobody spends a team's credits. */
export function slackPeople({ clientOf, clock }: { readonly clientOf: ClientOf; readonly clock: Clock }): TeamPeople {
  const standings = new LRUCache<string, { readonly standing: Standing; readonly until: EpochMs }>({ max: PEOPLE_MAX });
  /** Requests under way: later callers for the same person get the same answer. */
  const asked = new Map<string, Promise<Profile | null>>();

  function profileOf(at: Whereabouts, userId: UserId): Promise<Profile | null> {
    const name = nameOf(at, userId);
    const asking = asked.get(name) ?? ask(at, userId).finally(() => asked.delete(name));
    asked.set(name, asking);
    return asking;
  }

  async function ask(at: Whereabouts, userId: UserId): Promise<Profile | null> {
    const answer = await callAt(clientOf, at, (client) => client.users.info({ user: userId }));
    return profile.safeParse(answer.ok ? answer.value : null).data?.user ?? null;
  }

  return {
    async standingOf({ owner, reply: at }, isFresh) {
      if (at.platform !== "slack") return null;
      const { userId } = owner;
      const name = nameOf(at, userId);
      const before = standings.get(name);
      if (!isFresh && before && clock.now() < before.until) return before.standing;
      const user = await profileOf(at, userId);
      const standing = user && standingIn(user, at);
      if (standing) standings.set(name, { standing, until: clock.now() + KNOWN_FOR_MS });
      return standing;
    },
    async memberNow({ owner, reply: at }) {
      if (at.platform !== "slack") return null;
      const user = await profileOf(at, owner.userId);
      if (user?.deleted) return "gone";
      const standing = user && standingIn(user, at);
      return standing && { roles: [], isGuest: standing.isGuest };
    },
    async namesOf({ reply: at }, people) {
      if (at.platform !== "slack") return new Map();
      const names: (readonly [UserId, string])[] = [];
      for (let from = 0; from < people.length; from += AT_ONCE) {
        const some = people.slice(from, from + AT_ONCE);
        const asked = some.map(async (userId): Promise<typeof names> => {
          const user = await profileOf(at, userId);
          return user ? [[userId, user.profile.display_name || user.real_name || user.name]] : [];
        });
        names.push(...(await Promise.all(asked)).flat());
      }
      return new Map(names);
    },
    // Slack itself fills in the choices of its forms, and a token posts in its own workspace alone.
    isChannelHere: async () => true,
    isAgeRestricted: async () => null,
  };
}
