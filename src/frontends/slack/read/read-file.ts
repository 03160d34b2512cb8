import type { z } from "zod";
import type { Attachment } from "../../../core/request/video-request.ts";
import type { Who } from "./incoming.ts";
import type { slackFile } from "./payloads.ts";

/** A file of Slack's as a picture that may be used: where it is fetched is the bot's own matter. */
export function readFile(
  file: z.infer<typeof slackFile>,
  { teamId, enterpriseId, isEnterpriseInstall }: Who,
): Attachment {
  const organisation = isEnterpriseInstall && enterpriseId !== null ? { enterpriseId } : {};
  return {
    url: "",
    contentType: file.mimetype ?? null,
    sizeBytes: file.size ?? null,
    width: file.original_w ?? null,
    height: file.original_h ?? null,
    file: { platform: "slack", teamId: teamId ?? enterpriseId ?? "", ...organisation, id: file.id },
  };
}
