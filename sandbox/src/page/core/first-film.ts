/** Until somebody does something, the newest video on Discord plays without a sound; where motion is unwelcome none does. */
export function openFirstFilm(): () => void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)");
  let isTouched = false;
  for (const moment of ["pointerdown", "keydown"] as const)
    addEventListener(
      moment,
      () => {
        isTouched = true;
      },
      { once: true, capture: true },
    );
  return () => {
    if (isTouched || isStill.matches) return;
    const film = [...document.querySelectorAll<HTMLVideoElement>("#discord video")].at(-1);
    if (!film?.paused) return;
    film.muted = true;
    // A browser may refuse, and then it stands still.
    void film.play().catch(() => {});
  };
}
