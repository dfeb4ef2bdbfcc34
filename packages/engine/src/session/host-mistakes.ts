import { placeInCode } from "../config/check-code-hooks.ts";
import type { Diagnostic } from "../stages/snapshot.ts";
import { processWarning } from "../text/process-warning.ts";

/** Mistakes in how the host calls the engine that do not stop it, each reported once. */
export interface HostMistakes {
  /** `where` is the call, such as `fire("Stop")`. */
  report(where: string, message: string, advice: string): void;
  list(): readonly Diagnostic[];
}

/** The host's author reads the warning of the process; a host that shows diagnostics shows these too. */
export function hostMistakes(): HostMistakes {
  const found = new Map<string, Diagnostic>();
  return {
    report(where, message, advice) {
      const key = `${where}: ${message}`;
      if (found.has(key)) return;
      const place = placeInCode(where);
      found.set(key, { code: "host-mistake", level: "warning", place, message, advice });
      processWarning(`${key}; ${advice}`);
    },
    list: () => [...found.values()],
  };
}
