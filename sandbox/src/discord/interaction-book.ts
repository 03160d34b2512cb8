import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import type { Person } from "../people.ts";
import { installedBy, type Place } from "./place.ts";
import { refuse } from "./refusal.ts";

export const kind = { command: 2, component: 3, autocomplete: 4, form: 5 } as const;

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: (typeof kind)[keyof typeof kind];
  readonly name: string;
  readonly commandType: number;
  readonly person: Person;
  readonly client: string;
  readonly place: Place;
  readonly createdAt: number;
  readonly messageId: string | null;
  readonly opener: Interaction | null;
}

/** The first answer must come within this. Source: Discord's API documentation (read 2026-11-21). */
const ANSWER_WITHIN_MS = 3_000;
/** A token edits and follows up for this long. Source: Discord's API documentation (read 2026-11-21). */
const TOKEN_LIFE_MS = 15 * 60 * 1_000;

/** The most follow-ups of a person's own installation for each interaction. Source: Discord's API documentation (read 2026-11-21). */
const FOLLOW_UPS_MAX = 5;

/** The client says these where no answer came: in the answer's place, under the message, in the list and in the form. As seen in reports to discord-api-docs (#5510 and others). */
const FAILED: Readonly<Record<Interaction["kind"], string>> = {
  [kind.command]: "The application did not respond",
  [kind.component]: "This interaction failed",
  [kind.autocomplete]: "Loading options failed",
  [kind.form]: "Something went wrong. Try again.",
};

/** How a token dies before its time: Discord has both. */
export type Death = "invalid_webhook_token" | "unknown_webhook";

const KEPT = 10_000;

interface Life {
  readonly interaction: Interaction;
  state: "waiting" | "answered" | "dead";
  killedBy: Death | null;
  followUps: number;
  originalId: string | null;
  stopDeadline: () => void;
}

export type InteractionBook = ReturnType<typeof openInteractionBook>;

export function openInteractionBook(deps: {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly nextId: () => string;
  readonly condition: { isDying(ageMs: number): boolean };
}) {
  const { clock, journal, nextId, condition } = deps;
  const lives = new Map<string, Life>();

  const lifeOf = ({ token }: Pick<Interaction, "token">) => lives.get(token);

  const write = (what: "answered" | "unanswered", { id, person, place }: Interaction, payload: unknown) =>
    journal.add({
      place: "discord",
      kind: what,
      personId: person.id,
      channelId: place.id,
      interactionId: id,
      payload,
    });

  return {
    create(what: Omit<Interaction, "id" | "token" | "createdAt">): Interaction {
      const token = randomBytes(96).toString("base64url");
      const interaction: Interaction = { ...what, id: nextId(), token, createdAt: clock.now() };
      lives.set(token, {
        interaction,
        state: "waiting",
        killedBy: null,
        followUps: 0,
        originalId: null,
        stopDeadline: () => {},
      });
      const oldest = lives.keys().next().value;
      if (lives.size > KEPT && oldest !== undefined) lives.delete(oldest);
      return interaction;
    },
    dispatched(interaction: Interaction, onDead?: () => void) {
      const life = lifeOf(interaction);
      if (!life) return;
      life.stopDeadline = clock.after(ANSWER_WITHIN_MS, () => {
        life.state = "dead";
        write("unanswered", interaction, { ms: ANSWER_WITHIN_MS, text: FAILED[interaction.kind] });
        onDead?.();
      });
    },
    /** The interaction that waits for this first answer, or the refusal Discord has. */
    awaitingAnswer(id: string, token: string): Interaction {
      const life = lives.get(token);
      if (!life || life.interaction.id !== id) throw refuse("unknown_interaction");
      if (life.killedBy) throw refuse(life.killedBy);
      if (life.state === "answered") throw refuse("already_acknowledged");
      // The clock is asked too: a timer of a busy process may be late.
      if (life.state === "dead" || clock.now() - life.interaction.createdAt >= ANSWER_WITHIN_MS)
        throw refuse("unknown_interaction");
      return life.interaction;
    },
    answered(interaction: Interaction, body: unknown) {
      const life = lifeOf(interaction);
      if (!life) return;
      life.state = "answered";
      life.stopDeadline();
      write("answered", interaction, { ms: clock.now() - interaction.createdAt, body });
    },
    withWebhook(token: string): Interaction {
      const life = lives.get(token);
      if (!life) throw refuse("unknown_webhook");
      if (life.killedBy) throw refuse(life.killedBy);
      const ageMs = clock.now() - life.interaction.createdAt;
      if (ageMs >= TOKEN_LIFE_MS || condition.isDying(ageMs)) throw refuse("invalid_webhook_token");
      if (life.state !== "answered") throw refuse("unknown_webhook");
      return life.interaction;
    },
    originalOf: (interaction: Interaction): string | null => lifeOf(interaction)?.originalId ?? null,
    setOriginal(interaction: Interaction, messageId: string) {
      const life = lifeOf(interaction);
      if (life) life.originalId = messageId;
    },
    countFollowUp(interaction: Interaction) {
      const life = lifeOf(interaction);
      if (!life || installedBy(interaction.place, interaction.person)["0"] !== undefined) return;
      if (life.followUps === FOLLOW_UPS_MAX) throw refuse("too_many_follow_ups");
      life.followUps += 1;
    },
    placeOf: (token: string): Place | undefined => lives.get(token)?.interaction.place,
    killAll(by: Death) {
      for (const life of lives.values()) life.killedBy = by;
    },
    killAnswered(by: Death, olderThanMs: number = 0) {
      const bornBefore = clock.now() - olderThanMs;
      for (const life of lives.values())
        if (life.state === "answered" && life.interaction.createdAt <= bornBefore) life.killedBy ??= by;
    },
  };
}
