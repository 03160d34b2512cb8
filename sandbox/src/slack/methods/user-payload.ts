import type { Person, Standing } from "../../people.ts";
import { ids } from "../workspace.ts";

/** What `users.info` says of everybody. Source: Slack's documentation, reference/objects/user-object (read 2026-11-22). */
const plain = {
  deleted: false,
  tz: "Etc/UTC",
  tz_label: "Coordinated Universal Time",
  tz_offset: 0,
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  is_bot: false,
  is_app_user: false,
};

/**
 * A person as `users.info` tells them. Who belongs to another workspace is known by its `team_id`: `is_stranger`, which
 * Slack has for those alone, is true only of somebody who shares no channel with the app.
 */
export function memberPayload({ slackId, id, name }: Person, { rank }: Standing) {
  return {
    ...plain,
    id: slackId,
    name: id,
    real_name: name,
    profile: { real_name: name, display_name: name },
    is_admin: rank === "admin",
    is_restricted: rank === "guest",
    ...(rank === "partner" ? { team_id: ids.partnerTeamId, is_stranger: false } : { team_id: ids.teamId }),
  };
}

/** The bot's own user. */
export function botPayload() {
  const { botUserId, teamId, botName, botId, appId } = ids;
  const profile = { real_name: botName, display_name: "", bot_id: botId, api_app_id: appId };
  return { ...plain, id: botUserId, team_id: teamId, name: botName, real_name: botName, profile, is_bot: true };
}
