export async function loadLibraries(): Promise<void> {
  await Promise.all([import("discord.js"), import("@slack/bolt")]);
  process.send?.({ kind: "loaded" });
  setInterval(() => process.send?.({ kind: "memory", bytes: process.memoryUsage.rss() }), 500);
}
