export interface DiscordAttachment {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  /** Signed: it works for one day by the sandbox's clock and is made afresh whenever the message is read. */
  readonly url: string;
  readonly proxy_url: string;
  readonly content_type: string;
  readonly width?: number;
  readonly height?: number;
  readonly description?: string;
}

/** A sticker in a message, in the API's own JSON: format 1 PNG, 2 APNG, 3 Lottie, 4 GIF. */
export interface Sticker {
  readonly id: string;
  readonly name: string;
  readonly format_type: 1 | 2 | 3 | 4;
}

/** A message as Discord holds it and as a client draws it; embeds, components and attachments are the API's own JSON. */
export interface DiscordMessage {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  /** 0 an ordinary message, 19 a reply, 20 the answer to a slash command, 23 to a message command. */
  readonly type: number;
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly unknown[];
  readonly attachments: readonly DiscordAttachment[];
  readonly mentions: readonly string[];
  readonly ephemeralFor: string | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly interaction: { readonly id: string; readonly name: string; readonly userId: string } | null;
  readonly reference: string | null;
  readonly stickers: readonly Sticker[];
  readonly forwarded: DiscordMessage | null;
}
