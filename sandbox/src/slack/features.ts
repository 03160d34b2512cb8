export interface SlackFeatures {
  readonly slash_commands: readonly {
    readonly command: string;
    readonly description: string;
    readonly usage_hint?: string;
  }[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly type: "global" | "message";
    readonly callback_id: string;
    readonly description: string;
  }[];
}

export const noFeatures: SlackFeatures = { slash_commands: [], shortcuts: [] };

export function offersOf({ slash_commands, shortcuts }: SlackFeatures) {
  return {
    commands: slash_commands.map(({ command, description, usage_hint: usageHint = "" }) => ({
      command,
      description,
      usageHint,
    })),
    shortcuts: shortcuts.map(({ name, type, callback_id: callbackId, description }) => ({
      name,
      type,
      callbackId,
      description,
    })),
  };
}
