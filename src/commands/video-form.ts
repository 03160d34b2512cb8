import type { Answer } from "../core/command.ts";
import { videoForm } from "../messages/forms.ts";

/** The form for a new video, as it stands when nobody has chosen anything. */
export function openVideoForm(): Answer {
  const values = { prompt: "", ratio: "16:9", duration: "10", resolution: "480p", imageUrl: "" };
  return { kind: "form", form: videoForm(values) };
}
