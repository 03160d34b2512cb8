import { noRules, type TeamRules } from "../../src/core/team/rules.ts";
import { aDiscordReply } from "../fakes/jobs.ts";

export const fullRules: TeamRules = {
  ...noRules,
  isForEveryone: true,
  personMonth: 7,
  people: ["1", "🦊 \"'"],
  channels: ["C1"],
  managers: ["3"],
  roles: ["4"],
  askAbove: 143,
  approvals: aDiscordReply({ messageId: null }),
  locale: "pt-BR",
  mayApproveOwn: true,
  isPaused: true,
  blocked: ["5"],
  words: ["🦊", "red flag"],
  isAgeRestrictedOnly: true,
};
