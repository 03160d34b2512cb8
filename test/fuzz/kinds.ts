import type fc from "fast-check";
import { formKinds } from "./form-kinds.ts";
import { inputKinds } from "./input-kinds.ts";
import { serviceKinds } from "./service-kinds.ts";
import { styleKinds } from "./style-kinds.ts";
import { textKinds } from "./text-kinds.ts";

/** One kind of hostile input, and what must hold for every one of it. */
export interface Kind {
  readonly name: string;
  /** A property over one input; it fails where the input did harm. */
  readonly property: fc.IProperty<[unknown]> | fc.IAsyncProperty<[unknown]>;
}

/** Every way in that a stranger can write to. */
export const KINDS: readonly Kind[] = [...textKinds, ...formKinds, ...serviceKinds, ...inputKinds, ...styleKinds];
