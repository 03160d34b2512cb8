/** The minimal settings of a real bot. */
export const aBotOnDiscord = { VIDEO_API_URL: "https://video.example.com", DISCORD_TOKEN: "a.token" } as const;
