import type fc from "fast-check";
import { formKinds } from "./form-kinds.ts";
import { inputKinds } from "./input-kinds.ts";
import { serviceKinds } from "./service-kinds.ts";
import { styleKinds } from "./style-kinds.ts";
import { textKinds } from "./text-kinds.ts";

/** One kind of hostile input, and the property that must hold for it. */
export interface Kind {
  readonly name: string;
  /** A property of one input. It fails if the input does harm. */
  readonly property: fc.IProperty<[unknown]> | fc.IAsyncProperty<[unknown]>;
}

/** Every kind of input that a stranger can send. */
export const KINDS: readonly Kind[] = [...textKinds, ...formKinds, ...serviceKinds, ...inputKinds, ...styleKinds];
