import type { Prompt } from "../../loop/prompt.ts";

/** Prompts that wait for their turn. */
export interface PromptQueue {
  add(prompt: Prompt): void;
  /** Waits for the next prompt; undefined when no more will come. */
  next(): Promise<Prompt | undefined>;
  /** Resolves when there is a prompt, or when no more will come. */
  ready(): Promise<void>;
  /** Takes the prompts that wait and match, in their order. */
  take(matches: (prompt: Prompt) => boolean): readonly Prompt[];
  waiting(): readonly Prompt[];
  end(): void;
}

export function createPromptQueue(): PromptQueue {
  let waiting: readonly Prompt[] = [];
  let isEnded = false;
  let wakers: (() => void)[] = [];
  const wake = () => {
    for (const waker of wakers) waker();
    wakers = [];
  };
  const ready = async () => {
    while (waiting.length === 0 && !isEnded)
      await new Promise<void>((resolve) => {
        wakers.push(resolve);
      });
  };
  return {
    add(prompt) {
      waiting = [...waiting, prompt];
      wake();
    },
    async next() {
      await ready();
      const [first, ...others] = waiting;
      waiting = others;
      return first;
    },
    ready,
    take(matches) {
      const taken = waiting.filter(matches);
      waiting = waiting.filter((prompt) => !taken.includes(prompt));
      return taken;
    },
    waiting: () => waiting,
    end() {
      isEnded = true;
      wake();
    },
  };
}

export const uuidOf = (prompt: Prompt): string | undefined =>
  typeof prompt === "string" ? undefined : prompt.uuid;
