import { fstatSync, readSync } from "node:fs";
import { CustomSource, Input, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";

/** Any part of a file that this process was handed open. */
export function partOf(file: number, from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(to - from);
  for (let read = 0; read < bytes.length; ) {
    const more = readSync(file, bytes, read, bytes.length - read, from + read);
    if (more === 0) return bytes.subarray(0, read);
    read += more;
  }
  return bytes;
}

export const sizeOf = (file: number): number => fstatSync(file).size;

/** A film in a file that this process was handed open. */
export function openFilm(file: number): Input {
  const source = new CustomSource({ getSize: () => sizeOf(file), read: (from, to) => partOf(file, from, to) });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
}
