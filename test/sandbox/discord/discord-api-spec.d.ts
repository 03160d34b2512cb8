/** The package ships its schemas without types of their own. */
declare module "discord-api-spec/zod" {
  import type { z } from "zod";

  export const ApplicationCommandResponseSchema: z.core.$ZodType;
  export const InteractionCallbackResponseSchema: z.core.$ZodType;
  export const GatewayBotResponseSchema: z.core.$ZodType;
  export const MessageResponseSchema: z.core.$ZodType;
}
