import type { Owner } from "../job/ids.ts";
import type { Locale } from "./locale.ts";

/** The languages of those people whose platform does not tell it with what they do. Rejects where the store fails. */
export interface Languages {
  /** null: it is not known. */
  get(owner: Owner): Promise<Locale | null>;
  put(owner: Owner, locale: Locale): Promise<void>;
}
