import type { EpochMs } from "./clock.ts";
import type { Secret } from "./text/secret.ts";

/** What lets Reelay act in a workspace, or in all of an organisation's. */
export interface Installation {
  readonly token: Secret;
  readonly installedAt: EpochMs;
}

/** Where Reelay is installed, by the platform's id of a workspace or an organisation; tokens are sealed at rest. */
export interface Installations {
  find(id: string): Promise<Installation | null>;
  keep(id: string, installation: Installation): Promise<void>;
}
