/** The least that a bot of the real world has set. */
export const aBotOnDiscord = { VIDEO_API_URL: "https://video.example.com", DISCORD_TOKEN: "a.token" } as const;
