import type { Answer, AnswerFate, Command } from "../../src/core/command.ts";
import type { CommandService } from "../../src/core/front-end.ts";

export type DecideAnswer = (command: Command) => Answer | Promise<Answer>;

export interface FakeService extends CommandService {
  answer(command: Command): Promise<Answer>;
  readonly commands: Command[];
  readonly fates: AnswerFate[];
  /** Returns the last fate, or waits for the first one. */
  fate(): Promise<AnswerFate>;
}

/** A command service whose answers the test decides. Records commands and fates. */
export function fakeService(decide: DecideAnswer = () => ({ kind: "nothing" })): FakeService {
  const commands: Command[] = [];
  const fates: AnswerFate[] = [];
  const waiting: (() => void)[] = [];
  return {
    commands,
    fates,
    async answer(command) {
      commands.push(command);
      return decide(command);
    },
    async answered(_jobId, fate) {
      fates.push(fate);
      for (const wake of waiting.splice(0)) wake();
    },
    async fate() {
      while (fates.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return fates.at(-1) as AnswerFate;
    },
  };
}
