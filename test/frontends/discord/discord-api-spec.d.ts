/** The package ships its schemas without types of their own. */
declare module "discord-api-spec/zod" {
  export const CreateMessageInteractionCallbackRequestSchema: import("zod").core.$ZodType;
  export const IncomingWebhookUpdateRequestPartialSchema: import("zod").core.$ZodType;
  export const MessageCreateRequestSchema: import("zod").core.$ZodType;
  export const ModalInteractionCallbackRequestSchema: import("zod").core.$ZodType;
  export const ApplicationCommandUpdateRequestSchema: import("zod").core.$ZodType;
}
