/**
 * Why a video that goes on from another was not started. "film_gone": no place has that one's film any more; "no_frame": its
 * last frame could not be taken, or not be brought to the video service.
 */
export type NoFrame = "film_gone" | "no_frame";
