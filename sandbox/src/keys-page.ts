/** What stands for the sandbox's own key in every key form; the key itself is shown nowhere. */
export const OWN_KEY_WORD = "sandbox";

/** Nothing but the words and their look. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

export const keysPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
};

/** The page of the video service where a person gets a key and sees their credits, as the sandbox has it. */
export function keysPage(credits: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Video service: your key</title>
<style>
body { max-width: 34rem; margin: 12vh auto; padding: 0 20px; font: 17px/1.5 system-ui, sans-serif }
code { display: inline-block; padding: 6px 14px; border: 1px solid; border-radius: 8px; font-size: 1.3rem; user-select: all }
</style>
<h1>Your key</h1>
<p><code>${OWN_KEY_WORD}</code></p>
<p>In the sandbox this word stands for a key that works. Go back to the chat, press <b>Add my key</b> and write it there.</p>
<p>${credits.toLocaleString("en-US")} credits are left. Nothing here costs anything.</p>
</html>
`;
}
