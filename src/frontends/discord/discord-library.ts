import { createRequire } from "node:module";
import type * as ws from "@discordjs/ws";
import type * as discord from "discord.js";

export type ApplicationCommandOptionType = discord.ApplicationCommandOptionType;
export type InteractionResponseType = discord.InteractionResponseType;
export type SelectMenuDefaultValueType = discord.SelectMenuDefaultValueType;

/**
 * These are parts of discord.js. Its client is left out: it would make objects of packets, which nobody reads, and takes
 * 0.3 s to load. Node reads an imported CommonJS package twice, to find its exports; a required one starts sooner.
 */
const partOf = createRequire(createRequire(import.meta.url).resolve("discord.js"));
const gateway: {
  /** Of a REST client it uses no more than this. */
  readonly WebSocketManager: new (
    options: Omit<ws.CreateWebSocketManagerOptions, "rest"> & { readonly rest: { get(): Promise<unknown> } },
  ) => ws.WebSocketManager;
  readonly WebSocketShardEvents: typeof ws.WebSocketShardEvents;
} = partOf("@discordjs/ws");
const api: typeof discord = partOf("discord-api-types/v10");

export type Session = ws.SessionInfo | null;
export const { WebSocketManager, WebSocketShardEvents } = gateway;
export const {
  ActivityType,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayCloseCodes,
  GatewayIntentBits,
  GatewayOpcodes,
  InteractionContextType,
  InteractionResponseType,
  MessageFlags,
  OAuth2Scopes,
  PermissionFlagsBits,
  PresenceUpdateStatus,
  Routes,
  SelectMenuDefaultValueType,
  TextInputStyle,
} = api;
