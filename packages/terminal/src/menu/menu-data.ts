import { homedir } from "node:os";
import {
  commandForHookAlone,
  hooksReport,
  type InspectedHooks,
  matcherInWords,
  resolvedCommand,
  type WritableScope,
  whyReadOnly,
  writableScopes,
} from "@snaphook/bench";
import type { ConfiguredHook, Diagnostic } from "@snaphook/engine";
import { canBeSwitched, type FileProblem, readSwitches } from "@snaphook/engine/internal";
import type { HooksReport } from "@snaphook/protocol";
import { completeInput, sampleText } from "./sample-text.ts";
import { shortCommand, shortPath } from "./short-path.ts";

type Row = HooksReport["hooks"][number];

/** A hook of the menu, or an entry that is not a valid hook. */
export interface MenuHook {
  /** Its id and its place: two equal hooks in one file have the same id. */
  readonly key: string;
  readonly row: Row;
  /** Undefined: the entry is invalid. */
  readonly hook: ConfiguredHook | undefined;
  readonly matcher: string;
  /** With the known folders filled in. */
  readonly command: string;
  /** The same in one line, with paths as the user knows them. */
  readonly name: string;
  readonly trust: string;
  /** Why it may not do what its author means, such as a matcher for a tool that does not exist. */
  readonly warnings: readonly string[];
  readonly needsTrust: boolean;
  /** Why it cannot be changed or deleted here. */
  readonly readOnly: string | undefined;
  readonly canSwitch: boolean;
  /** Its file and line, as short as the user knows it: `.claude/settings.json:7`, `~/.claude/settings.json:3`. */
  readonly place: string;
  /** The shell command that runs this hook alone, on the sample of its event; undefined where a shell cannot. */
  readonly repeat: string | undefined;
}

/** A hook that the session knows of and does not have: it was trusted and is gone, or its file is not loaded. */
export interface AbsentHook {
  readonly id: string;
  readonly label: string;
  readonly because: string;
  readonly place: string;
  /** It refuses what it guards until the user accepts that it is gone (T1). */
  readonly refuses: boolean;
  /** It was trusted: forgetting it accepts that it is gone. */
  readonly canForget: boolean;
}

/** Something that is configured and does not work as it looks. */
interface MenuProblem {
  readonly level: "error" | "warning";
  readonly text: string;
  readonly advice: string;
  readonly file: string;
  readonly line: number;
}

/** Everything that the menu shows of the configuration. */
export interface MenuData {
  readonly profile: string;
  readonly cwd: string;
  readonly hooks: readonly MenuHook[];
  readonly absent: readonly AbsentHook[];
  readonly problems: readonly MenuProblem[];
  /** A settings file cannot be read, so there may be more hooks. */
  readonly isUnread: boolean;
  /** The file that turns all hooks off, and whether it is the user's. */
  readonly allOff: { readonly file: string; readonly isUsers: boolean } | undefined;
  readonly files: Readonly<Partial<Record<WritableScope, string>>>;
  /** The same files, as short as the user knows them. */
  readonly shownFiles: Readonly<Partial<Record<WritableScope, string>>>;
  /** The tools of the session; empty: there is no session. */
  readonly tools: readonly string[];
}

/** Reads the configuration for the menu, with the same report as the command `hooks`. */
export async function readMenu(
  hooks: InspectedHooks,
  tools: readonly string[],
  home: string = homedir(),
): Promise<MenuData> {
  const { config, trust, cwd, profile } = hooks;
  const snapshot = config.snapshot();
  const report = await hooksReport(hooks);
  const configured = new Map(snapshot.hooks.map((hook) => [keyOf(hook), hook]));
  const states = new Map((await trust.list()).map(({ subject, answer }) => [subject.id, answer]));
  const { disabledBy, allDisabledBy } = readSwitches(config.settings());
  const files = Object.fromEntries(
    writableScopes.flatMap((scope) => {
      const found = snapshot.files.find((file) => file.scope === scope);
      return found ? [[scope, found.file]] : [];
    }),
  );
  const off = allDisabledBy ?? disabledBy;
  const short = (file: string) => shortPath(file, { cwd, home });
  return {
    profile,
    cwd,
    isUnread: snapshot.files.some(({ state }) => state === "invalid" || state === "unreadable"),
    hooks: report.hooks.map((row, index): MenuHook => {
      const hook = row.id === null ? undefined : configured.get(keyOf(row));
      const place = `${short(row.source.file)}:${row.source.line}`;
      if (hook === undefined) return invalidEntry(row, index, place);
      return {
        key: keyOf(row),
        row,
        hook,
        matcher: matcherInWords(hook.event, hook.matcher, tools.length === 0 ? undefined : tools),
        command: resolvedCommand(hook, cwd),
        name: shortCommand(resolvedCommand(hook, cwd), { cwd, home }),
        trust: trustInWords(states.get(hook.id)),
        warnings: warningsOf(hook, snapshot.diagnostics),
        needsTrust: row.state === "untrusted" || row.state === "changed",
        readOnly: whyReadOnly(hook),
        canSwitch: canBeSwitched(hook),
        place,
        repeat: commandOnSample(hook, hooks, tools),
      };
    }),
    absent: report.inactive.flatMap(({ id, what, because, file, line, refuses }) =>
      id === null || report.hooks.some((row) => row.id === id)
        ? []
        : {
            id,
            label: what,
            because,
            place: line === null ? short(file) : `${short(file)}:${line}`,
            refuses,
            canForget: states.get(id)?.state === "gone",
          },
    ),
    problems: [
      ...fileProblems([await trust.problem(), await config.toggles.problem()]),
      ...snapshot.diagnostics
        .toSorted((one, other) => one.level.localeCompare(other.level))
        .map(({ level, message, advice, place: { file, line } }) => ({
          level,
          text: message,
          advice,
          file,
          line,
        })),
      ...report.inactive
        .filter(({ kind, id }) => kind !== "setting" && id === null)
        .map(({ what, because, file, line }) => ({
          level: "warning" as const,
          text: `not in effect here: ${what}`,
          advice: because,
          file,
          line: line ?? 1,
        })),
    ],
    allOff: off === undefined ? undefined : { file: off, isUsers: off === files["user"] },
    files,
    shownFiles: Object.fromEntries(
      Object.entries(files).map(([scope, file]) => [scope, short(file)]),
    ),
    tools,
  };
}

const invalidEntry = (row: Row, index: number, place: string): MenuHook => ({
  key: `invalid ${index} ${keyOf(row)}`,
  row,
  hook: undefined,
  matcher: "nothing",
  command: row.label,
  name: row.label,
  trust: "not needed",
  warnings: [],
  needsTrust: false,
  readOnly: "it is not a valid hook; fix it in its file",
  canSwitch: false,
  place,
  repeat: undefined,
});

/** What was found in the entry of a hook, and in the matcher of its group. */
function warningsOf(
  { source: { file, path } }: ConfiguredHook,
  diagnostics: readonly Diagnostic[],
): readonly string[] {
  const matcher = path.replace(/\.hooks\[\d+\]$/, ".matcher");
  return diagnostics
    .filter(({ place }) => place.file === file)
    .filter(({ place }) => place.path === matcher || `${place.path}.`.startsWith(`${path}.`))
    .map(({ message, advice }) => `${message}; ${advice}`);
}

function commandOnSample(
  hook: ConfiguredHook,
  { config, cwd, profile }: InspectedHooks,
  tools: readonly string[],
): string | undefined {
  const sample = sampleText(hook.event, hook.matcher.pattern, { profile, cwd, tools });
  const input = completeInput(hook.event, sample, { profile, cwd });
  if (typeof input === "string") return undefined;
  return commandForHookAlone(hook, { cwd, shell: config.shellOf(hook) }, input) ?? undefined;
}

const keyOf = ({ id, source }: Pick<Row, "id" | "source">): string =>
  `${id} ${source.file} ${source.path}`;

const fileProblems = (problems: readonly (FileProblem | undefined)[]): readonly MenuProblem[] =>
  problems.flatMap((problem) =>
    problem
      ? {
          level: "error" as const,
          text: `the file ${problem.found}`,
          advice: problem.advice,
          file: problem.file,
          line: 1,
        }
      : [],
  );

type TrustAnswer = Awaited<ReturnType<InspectedHooks["trust"]["list"]>>[number]["answer"];

function trustInWords(answer: TrustAnswer | undefined): string {
  if (answer === undefined) return "not needed";
  switch (answer.state) {
    case "managed":
      return "not needed: managed";
    case "changed":
      return `changed since it was trusted: ${answer.differences.map(({ summary }) => summary).join("; ")}`;
    default:
      return answer.state;
  }
}
