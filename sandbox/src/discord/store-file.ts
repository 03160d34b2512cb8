import { imageSize } from "image-size";
import type { StoredFile } from "./routes/cdn.ts";
import type { World } from "./world.ts";

/** A file that a person picks on their disk. */
export interface SandboxFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width?: number;
  readonly height?: number;
}

/** Uploads a person's file; of a picture Discord measures width and height, where it can. */
export function storeFile(world: World, channelId: string, file: SandboxFile, id = world.nextId()): StoredFile {
  return world.cdn.keep({
    id,
    channelId,
    filename: file.name.replace(/[^\w.-]+/g, "_"),
    contentType: file.contentType,
    bytes: file.bytes,
    ...measured(file),
  });
}

function measured({ contentType, bytes, width, height }: SandboxFile): Pick<StoredFile, "width" | "height"> {
  if (width !== undefined && height !== undefined) return { width, height };
  if (!contentType.startsWith("image/")) return {};
  try {
    const size = imageSize(Uint8Array.from(bytes));
    return { width: size.width, height: size.height };
  } catch {
    return {};
  }
}
