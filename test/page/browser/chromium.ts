import { existsSync } from "node:fs";

/** Debian's, or the one that CHROMIUM names. */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const hasChromium = existsSync(chromiumPath);
