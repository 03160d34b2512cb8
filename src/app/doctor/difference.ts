/** What differs, each kind with its names: "Missing: /video-style. Changed: /video."; empty kinds are left out. */
export function differenceText(kinds: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${names.join(", ")}.`)
    .join(" ");
}
