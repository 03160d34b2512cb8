let touched = false;

for (const moment of ["pointerdown", "keydown", "wheel"])
  addEventListener(
    moment,
    ({ target }) => {
      // Who goes from tab to tab on a phone is still looking for the first time.
      touched ||= !(target instanceof Element && target.closest("#tabs"));
    },
    { capture: true, passive: true },
  );

/** Returns true once somebody has done something here. Until then the page shows what it is for. */
export const isTouched = (): boolean => touched;
