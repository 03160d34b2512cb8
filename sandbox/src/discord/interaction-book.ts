import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import { DYING_TOKEN_MS, type openCondition } from "../condition.ts";
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
  readonly typing: Typing | null;
  state: "waiting" | "answered" | "dead";
  killedBy: Death | null;
  followUps: number;
  originalId: string | null;
  stopDeadline(): void;
}

export interface Suggestion {
  readonly name: string;
  readonly value: string | number;
}

interface Typing {
  offer(choices: readonly Suggestion[]): void;
  fail(): void;
}

/** Discord's answers for a token that died early. */
export type Death = "invalid_webhook_token" | "unknown_webhook";

/** Limits on answers. Source: Discord's API documentation (read 2026-11-21). */
const ANSWER_WITHIN_MS = 3_000;
const TOKEN_LIFE_MS = 15 * 60 * 1_000;

/** For an app that a person installed for themselves. */
const FOLLOW_UPS_MAX = 5;

/** Discord's client shows these if no answer came. Source: discord-api-docs #5510 and others. */
const FAILED: Readonly<Record<Interaction["kind"], string>> = {
  [kind.command]: "The application did not respond",
  [kind.component]: "This interaction failed",
  [kind.autocomplete]: "Loading options failed",
  [kind.form]: "Something went wrong. Try again.",
};

const KEPT = 10_000;

export function openInteractionBook(deps: {
  readonly clock: SandboxClock;
  readonly journal: Journal;
  readonly nextId: () => string;
  readonly condition: Pick<ReturnType<typeof openCondition>, "listen"> & { isDying(ageMs: number): boolean };
}) {
  const { clock, journal, nextId, condition } = deps;
  const interactions = new Map<string, Interaction>();

  condition.listen(({ from, to }) => {
    if (to !== "token_dead" && from !== "token_dead") return;
    const bornBefore = clock.now() - (to === "token_dead" ? 0 : DYING_TOKEN_MS);
    for (const interaction of interactions.values())
      if (interaction.state === "answered" && interaction.createdAt <= bornBefore)
        interaction.killedBy ??= "invalid_webhook_token";
  });

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
    create(
      what: Pick<
        Interaction,
        "kind" | "name" | "commandType" | "person" | "client" | "place" | "messageId" | "opener" | "typing"
      >,
    ): Interaction {
      const interaction: Interaction = {
        ...what,
        id: nextId(),
        token: randomBytes(96).toString("base64url"),
        createdAt: clock.now(),
        state: "waiting",
        killedBy: null,
        followUps: 0,
        originalId: null,
        stopDeadline: clock.after(ANSWER_WITHIN_MS, () => {
          interaction.state = "dead";
          write("unanswered", interaction, { ms: ANSWER_WITHIN_MS, text: FAILED[interaction.kind] });
          interaction.typing?.fail();
        }),
      };
      interactions.set(interaction.token, interaction);
      const oldest = interactions.keys().next().value;
      if (interactions.size > KEPT && oldest !== undefined) interactions.delete(oldest);
      return interaction;
    },
    awaitingAnswer(id: string, token: string): Interaction {
      const interaction = interactions.get(token);
      if (!interaction || interaction.id !== id) throw refuse("unknown_interaction");
      if (interaction.killedBy) throw refuse(interaction.killedBy);
      if (interaction.state === "answered") throw refuse("already_acknowledged");
      // A busy process's timer may be late.
      if (interaction.state === "dead" || clock.now() - interaction.createdAt >= ANSWER_WITHIN_MS)
        throw refuse("unknown_interaction");
      return interaction;
    },
    answered(interaction: Interaction, body: unknown) {
      interaction.state = "answered";
      interaction.stopDeadline();
      write("answered", interaction, { ms: clock.now() - interaction.createdAt, body });
    },
    withWebhook(token: string): Interaction {
      const interaction = interactions.get(token);
      if (!interaction) throw refuse("unknown_webhook");
      if (interaction.killedBy) throw refuse(interaction.killedBy);
      const ageMs = clock.now() - interaction.createdAt;
      if (ageMs >= TOKEN_LIFE_MS || condition.isDying(ageMs)) throw refuse("invalid_webhook_token");
      if (interaction.state !== "answered") throw refuse("unknown_webhook");
      return interaction;
    },
    countFollowUp(interaction: Interaction) {
      if (installedBy(interaction.place, interaction.person)["0"] !== undefined) return;
      if (interaction.followUps === FOLLOW_UPS_MAX) throw refuse("too_many_follow_ups");
      interaction.followUps += 1;
    },
    placeOf: (token: string): Place | undefined => interactions.get(token)?.place,
    killAll(by: Death) {
      for (const interaction of interactions.values()) interaction.killedBy = by;
    },
  };
}
