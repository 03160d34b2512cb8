import { personOf, placeFor } from "./dispatch-interaction.ts";
import type { SandboxFile } from "./emulator.ts";
import { storeFile } from "./store-file.ts";
import type { World } from "./world.ts";

/** A person writes an ordinary message; its id. */
export function postMessage(
  world: World,
  {
    personId,
    content,
    files = [],
    channelId,
  }: {
    readonly personId: string;
    readonly content: string;
    readonly files?: readonly SandboxFile[] | undefined;
    readonly channelId?: string | undefined;
  },
): string {
  const person = personOf(personId);
  const place = placeFor(person, channelId);
  return world.book.add({
    flags: 0,
    content,
    embeds: [],
    components: [],
    files: files.map((file) => storeFile(world, place.id, file)),
    channelId: place.id,
    authorId: person.discordId,
    type: 0,
    notified: [],
    ephemeralFor: null,
    madeBy: null,
    reference: null,
    nonce: null,
  }).id;
}
