import type { EpochMs } from "./clock.ts";
import type { Owner } from "./job/ids.ts";
import type { Secret } from "./text/secret.ts";

export interface Vault {
  put(owner: Owner, key: Secret): Promise<void>;
  get(owner: Owner): Promise<Secret | null>;
  /** True even if the key can no longer be decrypted. */
  has(owner: Owner): Promise<boolean>;
  remove(owner: Owner): Promise<boolean>;
  /** Encrypts a copy of the key for one job of that owner. */
  seal(owner: Owner, key: Secret): string;
  /** Null: damaged, another owner's, or its master key is gone. */
  open(owner: Owner, sealed: string): Secret | null;
}

/** Applies to one workspace, or to all workspaces of an organization. */
export interface Installation {
  readonly token: Secret;
  readonly installedAt: EpochMs;
}

export interface Installations {
  find(id: string): Promise<Installation | null>;
  keep(id: string, installation: Installation): Promise<void>;
}
