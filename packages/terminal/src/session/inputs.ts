/** What the user sends to a session. */
export type Input =
  | { readonly kind: "prompt"; readonly text: string }
  /** `!command`. */
  | { readonly kind: "command"; readonly text: string };

/** Inputs that wait for the turn before them. */
export interface Inputs {
  add(input: Input): void;
  /** Resolves when there is one, or when no more will come. */
  ready(): Promise<void>;
  /** The next one; undefined if none waits. */
  take(): Input | undefined;
  takeAll(): readonly Input[];
  waiting(): readonly Input[];
  /** No more will come. */
  end(): void;
  isEnded(): boolean;
}

export function createInputs(): Inputs {
  let waiting: readonly Input[] = [];
  let isEnded = false;
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    add(input) {
      waiting = [...waiting, input];
      notify();
    },
    async ready() {
      while (waiting.length === 0 && !isEnded) await changed.promise;
    },
    take() {
      const [first, ...others] = waiting;
      waiting = others;
      return first;
    },
    takeAll() {
      const all = waiting;
      waiting = [];
      return all;
    },
    waiting: () => waiting,
    end() {
      isEnded = true;
      notify();
    },
    isEnded: () => isEnded,
  };
}
