import { element, put } from "../core/element.ts";
import type { Part, Perform } from "./part.ts";
import { drawSegments, type Segments } from "./segments.ts";

/** How fast tasks go. */
export function drawTime(perform: Perform): Part {
  const hint = element("p", { class: "hint" });
  const box = element("section", { class: "part is-inline", "aria-label": "Time" });
  let segments: Segments | undefined;

  return {
    box,
    show({ video }) {
      if (!segments) {
        segments = drawSegments({
          name: "speed",
          legend: "Time",
          labels: video.speeds.map((speed) => [String(speed), `${speed}×`]),
          choose: (value) => perform("/sandbox/video/speed", { speed: Number(value) }),
        });
        box.append(segments.box, hint);
      }
      segments.show(String(video.speed));
      put(hint, video.speed === 1 ? "" : `Tasks go ${video.speed} times as fast.`);
    },
  };
}
