import type { Managers } from "../../src/jobs/notices/notify-managers.ts";

/** For jobs that no team pays for. Notifies nobody. */
export const noManagers: Managers = {
  async ask({ id }) {
    throw new Error(`no manager can be asked about job ${id}`);
  },
  isBlocked: () => false,
  isRefused: async () => false,
  refused: async () => {},
  spent: async () => {},
  chargedMore: async () => {},
  failed: async () => {},
};
