import { z } from "zod";

/**
 * In a channel shared between companies, Slack may send only a file's id. Source: docs.slack.dev, apis/slack-connect,
 * "check_file_info" (read 2026-11-28).
 */
const bareFile = z.object({ id: z.string(), file_access: z.literal("check_file_info") });

const message = z.looseObject({ files: z.array(z.unknown()) });

const payloads = z.union([
  z.looseObject({ type: z.literal("message_action"), message }),
  z.looseObject({ type: z.literal("event_callback"), event: message }),
]);

export async function withDescribedFiles(
  payload: unknown,
  describe: (fileId: string) => Promise<object | null>,
): Promise<unknown> {
  const { data } = payloads.safeParse(payload);
  if (!data) return payload;
  const { files } = data.type === "message_action" ? data.message : data.event;
  if (!files.some((file) => bareFile.safeParse(file).success)) return payload;
  const described = await Promise.all(
    files.map(async (file) => {
      const bare = bareFile.safeParse(file);
      return (bare.success ? await describe(bare.data.id) : null) ?? file;
    }),
  );
  return data.type === "message_action"
    ? { ...data, message: { ...data.message, files: described } }
    : { ...data, event: { ...data.event, files: described } };
}
