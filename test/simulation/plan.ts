import { aPicture, type Fate, quietFate } from "./fate.ts";
import { type Call, type CallKind, FAULTS, fine, KINDS } from "./faults.ts";
import { type Life, live } from "./life.ts";
import { random } from "./random.ts";

export interface Scenario extends Pick<Fate, "platform" | "ending" | "picture" | "isVideoWanted" | "keeps"> {
  readonly name: string;
  /** Faults that are part of the scenario. */
  readonly given: readonly Step[];
  /** The part that is unique to this scenario: from the first of these calls to the last. */
  readonly differs?: { readonly from?: string; readonly until?: string };
}

/** One fault, at the nth call with that name. */
export interface Step {
  readonly kind: CallKind;
  readonly call: string;
  readonly nth: number;
  readonly fault: string;
}

type Made = Omit<Step, "fault">;

const plain = {
  platform: "discord",
  ending: "succeeds",
  picture: null,
  isVideoWanted: false,
  keeps: "no",
  given: [],
} as const;
const playing = { ...plain, isVideoWanted: true, differs: { from: "save posting to attaching" } } as const;
const withFilmKept = { ...plain, keeps: "for people", differs: { from: "save posting to keeping" } } as const;
const refused = [{ kind: "submit", call: "submit", nth: 1, fault: "clear no" }] as const;

export const SCENARIOS: readonly Scenario[] = [
  { ...plain, name: "succeeds on Discord" },
  { ...plain, name: "succeeds on Slack", platform: "slack" },
  {
    ...plain,
    name: "fails on Discord and is refunded",
    ending: "fails",
    differs: { from: "save running to announcing" },
  },
  { ...plain, name: "is requested on Discord but refused by the service", given: refused },
  { ...plain, name: "is requested on Slack but refused by the service", platform: "slack", given: refused },
  {
    ...plain,
    name: "begins with a picture on Slack",
    platform: "slack",
    picture: aPicture,
    differs: { until: "save accepted to submitting" },
  },
  { ...playing, name: "plays in its card on Discord" },
  { ...playing, name: "plays in its card on Slack", platform: "slack" },
  { ...withFilmKept, name: "succeeds on Discord and is stored by the bot" },
  { ...withFilmKept, name: "succeeds on Slack and is stored by the bot", platform: "slack" },
];

const CRASHES = {
  "crash before": { ...fine, crash: "before" },
  "crash after": { ...fine, crash: "after" },
  "long crash": { ...fine, crash: "after" },
  "late, and a crash": { crash: "after", isStopped: false, fault: "late" },
  "asked to stop": { ...fine, isStopped: true },
} as const;

function isCrash(fault: string): fault is keyof typeof CRASHES {
  return fault in CRASHES;
}

function faultsOf({ call, kind }: Made): readonly string[] {
  const isEdit = kind === "show" && !call.startsWith("show new");
  const isRead = kind === "load" || kind === "openJobs" || kind === "poll" || kind === "find";
  // A crash before a read and a crash after it have the same effect.
  const crashes = isRead ? ["crash after"] : ["crash before", "crash after", "long crash", "asked to stop"];
  const own = FAULTS[kind].filter((fault) => isEdit || (fault !== "late" && fault !== "deleted"));
  return [...crashes, ...(isEdit ? ["late, and a crash"] : []), ...own];
}

/**
 * Faults with the same effect as another fault. For example, a crash at a read equals a crash before the next write.
 */
const TWINS: Readonly<Record<CallKind, readonly string[]>> = {
  load: ["crash after"],
  openJobs: ["crash after"],
  insert: ["slow", "crash before"],
  save: ["slow", "long crash"],
  answer: [],
  inspect: ["crash before"],
  frame: ["crash before"],
  showFrame: ["crash before"],
  submit: [
    "408, charged",
    "odd status with its id",
    "odd status, charged",
    "silent, charged",
    "odd status",
    "silent",
    "code not 0",
  ],
  poll: ["crash after", "odd status", "garbage", "busy"],
  show: ["crash before", "rate limited"],
  find: ["crash before", "crash after", "rate limited", "lost"],
  notify: ["crash before", "rate limited"],
  sendPrivately: ["crash before", "rate limited"],
  remove: ["crash before", "rate limited"],
  keep: ["crash before", "cut short"],
  attach: ["crash before", "rate limited", "not taken", "no video"],
};

function isTwin({ kind, fault }: Step): boolean {
  return TWINS[kind].includes(fault);
}

const SHORT_MS = 3_000;
const LONG_MS = 1_200_000;

interface Planned {
  readonly life: Life;
  readonly calls: readonly Made[];
}

/** Runs the scenario with these faults and no others. */
export async function livePlan(scenario: Scenario, steps: readonly Step[], isTraced = false): Promise<Planned> {
  const counts = new Map<string, number>();
  const calls: Made[] = [];
  const planned = new Map([...scenario.given, ...steps].map((step) => [`${step.nth} ${step.call}`, step.fault]));
  let awayMs = SHORT_MS;

  function deal({ name, kind }: Call) {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    calls.push({ call: name, kind, nth });
    const fault = planned.get(`${nth} ${name}`);
    if (fault === undefined) return fine;
    awayMs = fault === "long crash" ? LONG_MS : SHORT_MS;
    return isCrash(fault) ? CRASHES[fault] : { ...fine, fault };
  }

  const fate: Fate = { ...quietFate(scenario.platform), ...scenario, deal, downtimeMs: () => awayMs };
  return { life: await live(fate, random(1), isTraced), calls };
}

export interface Choice {
  readonly most: number;
  /** Selects the first fault by its number. */
  readonly isWanted?: (first: number) => boolean;
}

export interface Lived {
  readonly steps: readonly Step[];
  readonly life: Life;
}

/**
 * Runs the scenario with every combination of up to `most` faults. Each further fault is planned at a later call of the run with
 * the earlier faults. Of faults with the same effect, only one is combined with others. A combination that lies entirely in a part
 * of another scenario is left to that scenario.
 */
export async function* everyPlan(
  scenario: Scenario,
  { most, isWanted = () => true }: Choice,
): AsyncGenerator<Lived, void> {
  const open: { readonly steps: readonly Step[]; readonly past: number; readonly isOwn: boolean }[] = [
    { steps: [], past: 0, isOwn: false },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { steps, past, isOwn } = next;
    const { life, calls } = await livePlan(scenario, steps);
    yield { steps, life };
    if (steps.length === most || steps.some(isTwin)) continue;
    const part = ownPart(scenario, calls);
    const longer = placesAfter(calls, past).flatMap(([index, made]) =>
      faultsOf(made).map((fault) => ({
        steps: [...steps, { ...made, fault }],
        past: index + 1,
        isOwn: isOwn || (index >= part.from && index < part.until),
      })),
    );
    const isFirst = steps.length === 0;
    const isLast = steps.length + 1 === most;
    const wanted = longer.filter((plan, nth) =>
      isFirst ? isWanted(nth) : !plan.steps.some(isTwin) && (plan.isOwn || !isLast),
    );
    open.push(...wanted.reverse());
  }
}

/**
 * The range of calls that is unique to this scenario. If a fault prevented the first or the last of these calls, the range
 * extends to the start or the end.
 */
function ownPart({ differs }: Scenario, calls: readonly Made[]): { readonly from: number; readonly until: number } {
  const place = (name: string | undefined) => calls.findIndex(({ call }) => call === name);
  const last = place(differs?.until);
  return { from: Math.max(0, place(differs?.from)), until: last < 0 ? calls.length : last + 1 };
}

/** The calls from `past` on. Of calls with the same name, only the first two and the last are kept. */
function placesAfter(calls: readonly Made[], past: number): readonly (readonly [number, Made])[] {
  const last = new Map(calls.map(({ call }, index) => [call, index]));
  const seen = new Map<string, number>();
  return [...calls.entries()].slice(past).filter(([index, { call }]) => {
    const count = (seen.get(call) ?? 0) + 1;
    seen.set(call, count);
    return count <= 2 || last.get(call) === index;
  });
}

/** The plan as text that `readPlan` understands. */
export function planText(scenario: Scenario, steps: readonly Step[]): string {
  return [scenario.name, ...steps.map(({ call, nth, fault }) => `${fault} at ${call} #${nth}`)].join("; ");
}

/** Reads the text of `planText`. Throws if it is invalid. */
export function readPlan(text: string): [Scenario, readonly Step[]] {
  const [name = "", ...faults] = text.split("; ");
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (!scenario) throw new Error(`no scenario “${name}”: ${SCENARIOS.map((each) => each.name).join("; ")}`);
  const steps = faults.map((each) => {
    const { fault, call, nth } = /^(?<fault>.+) at (?<call>.+) #(?<nth>\d+)$/.exec(each)?.groups ?? {};
    if (!fault || !call || !nth) throw new Error(`no fault: “${each}”`);
    return { kind: kindOf(call), fault, call, nth: Number(nth) };
  });
  return [scenario, steps];
}

/** A call's name starts with its kind. */
function kindOf(call: string): CallKind {
  const kind = KINDS.find((each) => call.startsWith(each));
  if (!kind) throw new Error(`no call: “${call}”`);
  return kind;
}
