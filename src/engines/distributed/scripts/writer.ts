import { randomBytes } from "node:crypto";

/** Gives each write a name of its own, by which it knows itself where it is sent once more. */
export function newWriter(): () => string {
  const writer = randomBytes(8).toString("hex");
  let writes = 0;
  return () => {
    writes += 1;
    return `${writer}.${writes}`;
  };
}
