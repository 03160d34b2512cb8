import { z } from "zod";

/**
 * What a start call must look like. `type` is asked for although the interface leaves open whether it is required:
 * a bot that always sends it is right in both cases.
 * Source: the video service's interface, sections 4.1 and 8 (read 2026-11-21).
 */
const startBody = z
  .object({
    prompt: z.string().regex(/\S/, "must not be empty"),
    aspectRatio: z.enum(["16:9", "9:16"]),
    duration: z.literal([10, 15]).default(10),
    resolution: z.enum(["480p", "720p"]).default("480p"),
    type: z.enum(["text2video", "image2video"]),
    imageUrl: z.url({ protocol: /^https?$/ }).optional(),
  })
  .refine((body) => body.type === "text2video" || body.imageUrl !== undefined, {
    path: ["imageUrl"],
    message: "is required for image2video",
  });

const statusBody = z.object({ taskId: z.string().min(1) });

export type StartBody = z.infer<typeof startBody>;

type Read<T> = { ok: true; body: T } | { ok: false; why: string };

export const readStart = (json: unknown): Read<StartBody> => read(startBody, json);

export const readStatus = (json: unknown): Read<z.infer<typeof statusBody>> => read(statusBody, json);

/** Credits of one video. Source: the video service's interface, section 8 (read 2026-11-21). */
export function priceOf(body: Pick<StartBody, "resolution" | "duration">): number {
  if (body.resolution === "480p") return body.duration === 10 ? 95 : 143;
  return body.duration === 10 ? 205 : 308;
}

function read<T>(schema: z.ZodType<T>, json: unknown): Read<T> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, body: parsed.data };
  const why = parsed.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`);
  return { ok: false, why: why.join("; ") };
}
