import type { Act } from "../command.ts";
import type { Subcommands } from "../command-spec.ts";

/** What each word behind a command means, on whichever platform: a word without its act does not compile. */
const ACTS: { readonly [Means in keyof Subcommands]: { readonly [Word in Subcommands[Means]]: Act } } = {
  key: { set: { kind: "set_key" }, status: { kind: "show_key" }, remove: { kind: "remove_key" } },
  style: { list: { kind: "styles" }, save: { kind: "open_style_form" }, remove: { kind: "styles" } },
  team: {
    status: { kind: "team_status" },
    setup: { kind: "team_setup" },
    report: { kind: "team_report" },
    approvals: { kind: "team_approvals" },
  },
  data: { export: { kind: "export_data" }, delete: { kind: "delete_data" } },
};

/** null: the command has no such word. */
export function subcommandAct(means: keyof Subcommands, word: string | undefined): Act | null {
  return Object.entries(ACTS[means]).find(([known]) => known === word)?.[1] ?? null;
}
