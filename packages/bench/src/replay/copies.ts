import type { Progress } from "@snaphook/engine";
import type { Configuration } from "./load-configuration.ts";
import { type HooksCopy, openCopy } from "./open-copy.ts";

/** The copies of a project that a replay uses: one for each lane and configuration, made when it is first needed. */
export interface Copies {
  changed(lane: number): Promise<HooksCopy>;
  /** The hooks to compare with; undefined: there are none. */
  current(lane: number): Promise<HooksCopy | undefined>;
  close(signal: AbortSignal): Promise<void>;
}

export function createCopies(
  {
    changed,
    current,
  }: { readonly changed: Configuration; readonly current: Configuration | undefined },
  onProgress: (key: string, progress: Progress) => void,
): Copies {
  const opened = new Map<string, Promise<HooksCopy>>();
  const once = (name: string, open: () => Promise<HooksCopy>): Promise<HooksCopy> => {
    const copy = opened.get(name) ?? open();
    opened.set(name, copy);
    return copy;
  };
  return {
    changed: (lane) => once(`changed ${lane}`, () => openCopy(changed, onProgress)),
    current: async (lane) => current && once(`current ${lane}`, () => openCopy(current, () => {})),
    async close(signal) {
      for (const result of await Promise.allSettled(opened.values()))
        if (result.status === "fulfilled") await result.value.close(signal);
    },
  };
}
