import { randomUUID } from "node:crypto";
import { createHooks, type Hooks, type HooksOptions, type Trustable } from "@snaphook/engine";
import { definitionText } from "@snaphook/engine/internal";

/** What the user trusts in a project, to be trusted in copies of it too. */
export interface TrustedDefinitions {
  /** Trusts in a copy what is trusted in the original, with the scripts as they were copied. */
  trustIn(copy: Hooks): Promise<void>;
  /** The id in the original, for a command that the user can run. */
  idOf(subject: Trustable["subject"]): string | undefined;
}

/**
 * T8: asks the trust store about the original. Call it after the copy was made: a script that changed before
 * the copy is then found to be changed.
 */
export async function trustedDefinitions(
  options: Omit<HooksOptions, "sessionId">,
): Promise<TrustedDefinitions> {
  const original = await createHooks({ ...options, sessionId: randomUUID() });
  try {
    const ids = new Map<string, string>();
    const trusted = new Set<string>();
    for (const { subject, answer } of await original.trust.list()) {
      ids.set(definitionText(subject), subject.id);
      if (answer.state === "trusted") trusted.add(definitionText(subject));
    }
    return {
      async trustIn(copy) {
        const same = (await copy.trust.list())
          .filter(({ answer }) => answer.state === "untrusted")
          .map(({ subject }) => subject)
          .filter((subject) => trusted.has(definitionText(subject)));
        const problem = await copy.trust.trustForSession(same);
        if (problem) throw new Error(`${problem.file} ${problem.found}; ${problem.advice}`);
      },
      idOf: (subject) => ids.get(definitionText(subject)),
    };
  } finally {
    await original.close();
  }
}
