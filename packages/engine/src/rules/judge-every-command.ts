import type { Rule } from "./rule.ts";
import { hasUnknownText } from "./shell/beyond-allow-rules.ts";
import { commandsOf } from "./shell/command-line.ts";
import { inspectCommand } from "./shell/inspect-command.ts";
import type { InspectedCommand } from "./shell/inspected-command.ts";
import { type ShellWord, withoutNeedlessQuotes } from "./shell/shell-word.ts";
import type { SimpleCommand } from "./shell/simple-command.ts";
import { compileTextPattern, type TextPattern } from "./text-pattern.ts";
import { type Judgement, quote } from "./tool-call.ts";

/** Wrappers around wrappers, deeper than this, are not read. */
const maxDepth = 8;

/**
 * Whether the rules together match every command that the line can run, and the line does nothing
 * else (M9). In doubt it does not hold, so that the user is asked.
 */
export function judgeEveryCommand(rules: readonly Rule[], line: string): Judgement {
  const patterns = rules.map((rule) => ({
    rule,
    pattern: compileTextPattern(rule.pattern ?? "*"),
  }));
  const used = new Set<string>();
  const objection = objectionToLine();
  if (objection !== undefined) return { holds: false, because: objection };
  return { holds: true, because: `every command of the line matches ${[...used].join(", ")}` };

  /** Why the line is not covered; undefined if it is. */
  function objectionToLine(): string | undefined {
    const read = commandsOf(line);
    if (!read.parsable) return `${quote(line)} cannot be parsed`;
    if (read.hasFileRedirection) return "the line writes to a file";
    if (read.sideEffect !== undefined) return `${read.sideEffect} can have side effects`;
    if (read.beyondAllowRules !== undefined)
      return `the line has ${read.beyondAllowRules}, which no pattern covers`;
    if (read.commands.length === 0) return "the line has no command";
    for (const command of read.commands) {
      const objection = objectionToCommand(command);
      if (objection !== undefined) return objection;
    }
    return undefined;
  }

  function objectionToCommand(command: SimpleCommand): string | undefined {
    const layers = layersOf(command);
    const core = layers?.at(-1);
    if (layers === undefined || core === undefined)
      return `it is not known what command ${quote(command.source)} runs`;
    const { runs, allowRequires, allowedAsAnyOf } = core.runner;
    if (runs.kind === "script")
      return `no pattern covers what the shell in ${quote(command.source)} reads`;
    const isOpen = command.words.some(hasUnknownText);
    const match = patterns.find(({ pattern }) =>
      covers(
        pattern,
        command,
        layers,
        isOpen || (allowRequires === "exact" && pattern.fixedStart.trim() !== allowedAsAnyOf),
      ),
    );
    if (match === undefined) return `no rule allows command ${quote(command.source)}`;
    used.add(match.rule.text);
    return undefined;
  }
}

/** A command, or one that it runs: the words from `start` on. */
interface Layer {
  readonly start: number;
  readonly words: readonly ShellWord[];
  readonly runner: InspectedCommand;
}

const isTransparent = ({ runner }: Layer): boolean => runner.allowRequires === "nothing";

/**
 * The command, the command it runs, and so on; the last one runs no other command. Undefined if no
 * rule can allow it: it evaluates text, changes the shell, or its program is unknown before it runs.
 */
function layersOf({ words, input }: SimpleCommand): readonly Layer[] | undefined {
  const layers: Layer[] = [];
  let layer: Layer = { start: 0, words, runner: inspectCommand(words, input) };
  while (layers.length < maxDepth) {
    if (layer.runner.allowRequires === "impossible" || layer.words[0]?.literal === false)
      return undefined;
    layers.push(layer);
    const { runs } = layer.runner;
    if (runs.kind !== "command") return layers;
    const inner: readonly ShellWord[] = runs.words;
    layer = { start: layer.start + runs.start, words: inner, runner: inspectCommand(inner, input) };
  }
  return undefined;
}

/**
 * Whether a pattern covers a command. The pattern may skip outer transparent layers, but must spell
 * out everything from its first layer to the innermost program. It must also spell out leading
 * assignments: they can change what a program does, or which program runs.
 */
function covers(
  pattern: TextPattern,
  { assignments }: SimpleCommand,
  layers: readonly Layer[],
  onlyExact: boolean,
): boolean {
  if (onlyExact && !pattern.exact) return false;
  const programAt = layers.at(-1)?.start ?? 0;
  const firstOpaque = layers.findIndex((layer) => !isTransparent(layer));
  const reachable = firstOpaque < 0 ? layers : layers.slice(0, firstOpaque + 1);
  return reachable.some(({ start, words }) => {
    const text = join(assignments, words);
    const isProgram = start === programAt && assignments.length === 0;
    const spelledOut = join(assignments, words.slice(0, programAt - start + 1));
    return pattern.test(text) && (isProgram || startsWithWords(pattern.fixedStart, spelledOut));
  });
}

const join = (assignments: readonly string[], words: readonly ShellWord[]): string =>
  [...assignments, withoutNeedlessQuotes(words)].filter((part) => part !== "").join(" ");

const startsWithWords = (text: string, words: string): boolean =>
  text === words || text.startsWith(`${words} `);
