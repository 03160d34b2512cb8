import type { StoredFile } from "./cdn.ts";
import type { SandboxFile } from "./emulator.ts";
import type { World } from "./world.ts";

/** Uploads a person's file. */
export function storeFile(world: World, channelId: string, file: SandboxFile, id = world.nextId()): StoredFile {
  return world.cdn.keep({
    id,
    channelId,
    filename: file.name.replace(/[^\w.-]+/g, "_"),
    contentType: file.contentType,
    bytes: file.bytes,
    ...(file.width === undefined ? {} : { width: file.width }),
    ...(file.height === undefined ? {} : { height: file.height }),
  });
}
