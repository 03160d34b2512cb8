import assert from "node:assert/strict";
import fc from "fast-check";
import { readButtonId } from "../../src/core/button.ts";
import type { Answer } from "../../src/core/command.ts";
import { normalisePrompt } from "../../src/core/text/prompt-text.ts";
import { startBody } from "../../src/video-api/wire.ts";
import { commandWorld, makeVideo } from "../commands/command-world.ts";
import { anOwner } from "../fakes/jobs.ts";
import { hostile } from "./hostile.ts";
import type { Kind } from "./kinds.ts";

/** Placeholders for the prompt in a style, and texts that only resemble one. */
const PLACES = ["{prompt}", "{prompt}, {prompt}", "{PROMPT}", "{ prompt }", "$&", "$1", "{prompt", ""] as const;

const prompts = fc.tuple(hostile, fc.constantFrom("", "$&", "$1", "$$", "{prompt}")).map((parts) => parts.join(""));
const style = fc.tuple(hostile, fc.constantFrom(...PLACES), hostile).map((parts) => parts.join("").slice(0, 1_000));

/** Saves a style and uses it for a prompt. The card and the confirmation question must quote exactly what is sent. */
const styles = fc.asyncProperty(fc.tuple(style, prompts), async ([text, prompt]) => {
  const world = commandWorld();
  await world.withKey();
  await world.does({ kind: "save_style", given: { name: "ink", text, of: "mine" } });
  const { styles } = await world.deps.styles.get(anOwner());
  const answer = await world.does(makeVideo({ prompt, style: "ink" }));
  const card = await started(world, answer);
  const [order] = world.orders;
  assert.equal(card === null, order === undefined);
  if (card === null || order === undefined) return;
  const sent = startBody(order.request).prompt;
  assert.equal(card, sent, "the card quotes something else than is sent");
  assert.equal(asked(answer) ?? sent, sent, "the question quotes something else than is sent");
  const [first] = styles;
  assert.ok(first && order.request.style);
  const { typed } = order.request.style;
  // Computed in a different way than in the product.
  if (first.text.includes("{prompt}")) assert.equal(sent, normalisePrompt(first.text.split("{prompt}").join(typed)));
  else
    assert.ok(
      sent.startsWith(typed) &&
        sent.endsWith(normalisePrompt(first.text)) &&
        sent.length <= typed.length + first.text.length + 2,
    );
});

/** Starts the video, after a confirmation if one is required. Returns the card's quote. Null: nothing was started. */
async function started(world: ReturnType<typeof commandWorld>, answer: Answer): Promise<string | null> {
  if (answer.kind === "card") return answer.card.message.quote;
  if (answer.kind !== "private") return null;
  const action = answer.message.buttons.map(({ id }) => readButtonId(id)).find((one) => one?.kind === "start_kept");
  if (!action) return null;
  const then = await world.does({ kind: "press", on: { place: null, shows: true }, action });
  return then.kind === "card" ? then.card.message.quote : null;
}

function asked(answer: Answer): string | null {
  return answer.kind === "private" ? answer.message.quote : null;
}

export const styleKinds: readonly Kind[] = [{ name: "styles", property: styles }];
