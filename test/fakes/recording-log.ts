import type { Log, LogFields } from "../../src/core/text/log-fields.ts";

export interface RecordingLog extends Log {
  readonly lines: readonly { readonly level: string; readonly event: string; readonly fields: LogFields }[];
}

export function recordingLog(): RecordingLog {
  const lines: { level: string; event: string; fields: LogFields }[] = [];
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      lines.push({ level, event, fields });
    };
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
