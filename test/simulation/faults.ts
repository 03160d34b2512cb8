/** The faults of each kind of call. The simulated service, platform and store define what each fault does. */
export const FAULTS = {
  load: ["read fails"],
  openJobs: ["read fails"],
  insert: ["fails before", "fails after", "slow", "too slow"],
  save: ["fails before", "fails after", "slow", "overtaken"],
  answer: ["refused", "put off", "lost", "lost but arrived", "no id"],
  inspect: ["unreachable"],
  submit: [
    ...["unsent", "busy", "clear no", "code not 0", "cut", "garbage", "no task id"],
    ...["202 with its id", "odd status with its id"],
    ...["408, charged", "odd status, charged", "odd status", "lost, charged", "lost", "silent, charged", "silent"],
  ],
  poll: ["silent", "key refused", "unknown task", "busy", "odd status", "foreign", "too early", "garbage"],
  show: [
    ...["rate limited", "rate limited for long", "not sent", "clear error", "lost", "lost but done", "late"],
    ...["removed", "deleted"],
  ],
  frame: ["unreachable", "too slow", "gone", "unreadable"],
  showFrame: ["rate limited", "rate limited for long", "clear error", "lost", "lost but done", "not taken", "removed"],
  find: ["rate limited", "rate limited for long", "clear error", "lost", "removed"],
  notify: ["rate limited", "rate limited for long", "not sent", "clear error", "lost", "lost but done", "removed"],
  sendPrivately: [
    "rate limited",
    "rate limited for long",
    "not sent",
    "clear error",
    "lost",
    "lost but done",
    "removed",
  ],
  remove: ["rate limited", "rate limited for long", "clear error", "lost", "lost but done", "removed"],
  attach: [
    ...["rate limited", "rate limited for long", "clear error", "lost", "lost but done", "lands late", "slow"],
    ...["too large", "not taken", "no video", "no file now", "removed"],
  ],
  keep: ["full", "cut short", "unavailable", "kept, and no answer"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CallKind = keyof typeof FAULTS;
export type FaultOf<Kind extends CallKind> = (typeof FAULTS)[Kind][number];

export const KINDS: readonly CallKind[] = [
  ...(["load", "openJobs", "insert", "save", "answer", "inspect", "submit", "poll"] as const),
  ...(["show", "find", "notify", "sendPrivately", "remove", "attach", "keep"] as const),
];

/** A call from the bot to something outside. */
export interface Call<Kind extends CallKind = CallKind> {
  readonly kind: Kind;
  /** Identifies the call among others of its kind. */
  readonly name: string;
  /** The probability of a crash at this call, if the run has crashes left. */
  readonly peril: number;
}

/** The result of one call. A crash happens before the call takes effect, or between its effect and its response. */
export interface Dealt {
  readonly crash: "before" | "after" | null;
  /** A request to stop arrives during the call. */
  readonly isStopped: boolean;
  readonly fault: string | null;
  /** A stall of the calling process, if other processes share its jobs. */
  readonly stall?: Stall;
}

/**
 * The process stalls before the call is sent or before its response is received, or it continues but loses its locks.
 */
export type Stall =
  | { readonly kind: "frozen before" | "frozen after"; readonly ms: number }
  | { readonly kind: "locks lost" };

export const fine: Dealt = { crash: null, isStopped: false, fault: null };

/** Decides the fault of each call. */
export type Deal = (call: Call) => Dealt;
