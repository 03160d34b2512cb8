import { chained } from "../../../src/core/film/film-chain.ts";
import type { Team, UserId } from "../../../src/core/job/ids.ts";
import { isOpen, type Job } from "../../../src/core/job/job.ts";
import type { Vault } from "../../../src/core/ports.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aRequest } from "../../fakes/jobs.ts";
import type { Entry } from "../world/sim-service.ts";
import type { TeamBooks } from "./team-books.ts";
import type { TeamEvidence } from "./team-claims.ts";
import type { TeamAct } from "./team-fate.ts";
import { type Asked, severalId } from "./team-front-end.ts";
import { ownKeyOf, TEAM_KEYS, WITH_OWN_KEY } from "./team-place.ts";

export interface TeamBatchesWorld {
  readonly books: TeamBooks;
  readonly vault: Vault;
  readonly team: Team;
  /** Videos continue one another, and are put into their card. */
  readonly hasFilms: boolean;
  begin(by: UserId, order: Asked, event: string): Promise<void>;
}

type Wish = Extract<TeamAct, { kind: "video" }>;

/**
 * On Slack one card is posted once more where its answer was lost and nobody can look for it. Where the answer was lost for
 * good, and a restart came too late, the word that nothing was started is a message of its own.
 */
function cardsMost({ state, reply }: Job): number {
  const isToldAnew = state.status === "closed" && state.outcome.kind === "not_started";
  return (reply.platform === "slack" ? 2 : 1) + (isToldAnew ? 1 : 0);
}

/** Several videos from one request, among a team's single ones. */
export function teamBatches({ books, vault, team, hasFilms, begin }: TeamBatchesWorld) {
  const batches = () => [...books.jobs.values()].filter(({ parts }) => parts);
  return {
    /** Returns a batch that can still be cancelled. */
    underWay: () => batches().find(isOpen) ?? null,
    async ask({ by, pay, resolution, duration }: Wish, event: string, nth: number): Promise<void> {
      const made = Array.from({ length: 2 + (nth % 3) }, (_, scene) =>
        aRequest({ prompt: `video ${nth}.${scene + 1}`, resolution, duration: duration === "10" ? 10 : 15 }),
      );
      const id = severalId(event);
      const [first = aRequest(), ...others] = made;
      // Of three batches one has scenes of their own.
      const each = hasFilms && nth % 6 !== 0 ? chained(id, [first, ...others]) : made;
      const isOwn = pay === "mine" && WITH_OWN_KEY.includes(by);
      const key = new Secret(isOwn ? ownKeyOf(by) : TEAM_KEYS[0]);
      const sealedKey = vault.seal(holderOf(team), key);
      const [request = aRequest()] = each;
      await begin(by, { request, each, isVideoWanted: hasFilms, sealedKey, ...(!isOwn && { team }) }, event);
    },
  };
}

function partsIn({ jobs }: TeamBooks, { parts = [] }: Job): readonly Job[] {
  return parts.flatMap((id) => jobs.get(id) ?? []);
}

/** One card for all, one notification, and a sum line that is what the service took. */
export function checkBatch(batch: Job, { books, ledger, screen }: TeamEvidence, broken: (claim: string) => void): void {
  const parts = partsIn(books, batch);
  if (parts.length !== batch.parts?.length) broken("a batch has lost a video");
  const cardsOf = (job: Job) =>
    screen.visible().filter(({ kind, message }) => kind !== "post" && message.job === job.id);
  if (parts.some((part) => cardsOf(part).length > 0)) broken("one video of several has a card of its own");
  const card = screen.cardOf(batch.reply, batch.id);
  const rings = screen.visible().filter(({ kind, about }) => kind === "post" && about !== null && about === card);
  if (rings.length > 1) broken("a batch rang more than once");
  const cards = cardsOf(batch);
  if (cards.length > cardsMost(batch)) broken("a batch has card after card");
  if (batch.state.status !== "closed") return;
  const { outcome, isNotified } = batch.state;
  if (outcome.kind === "not_started" && parts.some(({ state }) => state.status === "closed" && wasSent(state.outcome)))
    broken("a batch that was not started paid for a video");
  if (outcome.kind !== "several" || !isNotified) return;
  const sumTexts = cards.map(({ message }) => (message.body[0] ?? []).join(""));
  const sum = sumLine(parts, ledger);
  const isRight = sum === "" ? !sumTexts.some((text) => /\d/.test(text)) : sumTexts.includes(sum);
  if (!isRight) broken(`the sum line is not what the service took: ${sumTexts.join(" / ")}`);
}

function wasSent({ kind }: { readonly kind: string }): boolean {
  return kind !== "not_started" && kind !== "refused";
}

/** Returns the sum line by the service's own ledger; an unknown outcome counts as a possible charge. */
function sumLine(parts: readonly Job[], ledger: readonly Entry[]): string {
  let [charged, refunded, perhaps] = [0, 0, 0];
  for (const { request, state } of parts) {
    const entry = ledger.find(({ prompt }) => prompt === request.prompt);
    const outcome = state.status === "closed" ? state.outcome : null;
    if (outcome?.kind === "unknown") perhaps += outcome.atMost;
    else charged += entry?.credits ?? 0;
    if (outcome?.kind !== "unknown") refunded += entry?.refunded ?? 0;
  }
  const { several } = en;
  return [
    ...(charged > 0 ? [several.charged(charged)] : []),
    ...(refunded > 0 ? [several.cameBack(refunded), several.net(charged - refunded)] : []),
    ...(perhaps > 0 ? [several.perhaps(perhaps)] : []),
  ].join(" · ");
}
