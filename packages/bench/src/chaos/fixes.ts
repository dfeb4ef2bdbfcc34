import type { ConfiguredHook } from "@snaphook/engine";
import { onFailureCounts, type Profile, programOf } from "@snaphook/protocol";
import { discardedExit } from "../lint/discarded-exit-rule.ts";
import type { HookCode, Script } from "../lint/hook-code.ts";
import type { FaultResult, Fix } from "./chaos-report.ts";

/** What would make a hook fail closed. Pure. */
export function fixesFor(
  hook: ConfiguredHook,
  code: HookCode,
  faults: readonly FaultResult[],
  profile: Profile,
): readonly Fix[] {
  const open = faults.filter(({ result }) => result === "proceeds");
  const isOpen = (...ids: readonly string[]) => open.some(({ id }) => ids.includes(id));
  const { scripts } = code;
  const discards = open.length > 0 && discardedExit(hook, code) !== undefined;
  return [
    ...(discards
      ? [{ what: "end the command with the script: what follows discards its exit code" }]
      : []),
    ...(open.some(({ kind }) => kind === "fails") && !(discards && isClosed(hook))
      ? [failClosed(hook, code, profile)]
      : []),
    ...(isOpen("other-folder") ? [absolutePath(hook, scripts)] : []),
    ...(isOpen("noise", "two-answers", "not-utf-8", "noisy-profile")
      ? [{ what: "refuse with exit code 2 and a reason on stderr: other output cannot spoil that" }]
      : []),
    ...(isOpen("no-home") ? [{ what: "do not depend on HOME in the script" }] : []),
  ];
}

const isClosed = ({ handler }: ConfiguredHook): boolean => handler.onFailure === "block";

/** Words of a JSON answer. A hook without them decides by its exit code, and needs no advice about what it prints. */
const answers = /hookSpecificOutput|permissionDecision|["']?decision["']?\s*:|@[\w-]+\/kit/;

function failClosed({ handler }: ConfiguredHook, { text = "" }: HookCode, profile: Profile): Fix {
  if (!onFailureCounts(handler, profile))
    return { what: "the profile ignores onFailure here: only the hook itself can refuse" };
  if (handler.onFailure !== undefined && handler.onFailure !== "block")
    return {
      what: `its "onFailure" is ${JSON.stringify(handler.onFailure)}: change it to "block" if a failure should refuse`,
    };
  return handler.onFailure === "block"
    ? {
        what: programOf(handler)
          ? `${
              answers.test(text)
                ? "print an answer that its schema accepts"
                : "exit with 2 to refuse, and with 1 when it could not check: exit 0 is no opinion"
            }; onFailure is set already`
          : "let its server answer with JSON: other text is no opinion, which onFailure does not cover",
      }
    : { what: 'set "onFailure": "block"', set: { key: "onFailure", value: "block" } };
}

/** The command with a relative script below the project's folder, whatever the current folder is. */
function absolutePath(hook: ConfiguredHook, scripts: readonly Script[]): Fix {
  const command = programOf(hook.handler)?.command ?? "";
  const script = scripts.find(({ isRelative, value }) => isRelative && command.includes(value));
  if (script === undefined) return { what: "do not depend on the current folder in the script" };
  const value = command.replace(
    script.value,
    `"$CLAUDE_PROJECT_DIR"/${script.value.replace(/^\.\//, "")}`,
  );
  return {
    what: `name the script from the project's folder: ${value}`,
    set: { key: "command", value },
  };
}
