import {
  CommandLineError,
  exitCodes,
  plainLines,
  type StopRequest,
  sessionRecords,
} from "@snaphook/agent";
import { inLine, printedLines } from "@snaphook/protocol";
import type { RunTerminalOptions } from "../run-terminal.tsx";
import { runSession } from "../session/run-session.ts";
import { createStore } from "../state/store.ts";
import { outputLines } from "./output-lines.ts";
import { plainCommand } from "./plain-commands.ts";
import { plainQuestion } from "./plain-question.ts";
import type { PlainQuestion } from "./question-lines.ts";
import { readTypedLines } from "./typed-lines.ts";

type RunPlainOptions = Omit<RunTerminalOptions, "stdout"> & {
  readonly stdout: Pick<NodeJS.WriteStream, "write" | "on">;
};

/** For a terminal that can only print lines (TERM=dumb): a prompt, lines of text, and questions with yes or no. */
export async function runPlain(options: RunPlainOptions): Promise<number> {
  const { stdin, stdout, stop } = options;
  stdout.on("error", () => {});
  let isPromptShown = false;
  let isLeaving = false;
  function print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    // What happens while the user could type begins on a line of its own; the prompt is shown again below it.
    stdout.write(`${isPromptShown ? "\n" : ""}${printedLines(lines)}`);
    isPromptShown = false;
  }
  /** Shows that a prompt can be typed, when it can. */
  function showPrompt(): void {
    const { session, turn, questions, queued } = store.state();
    const isIdle = session && turn.state === "idle" && questions.length + queued.length === 0;
    if (!isIdle || isPromptShown || isLeaving) return;
    stdout.write("> ");
    isPromptShown = true;
  }
  const store = createStore(() => performance.now());
  const { trace, emit } = sessionRecords(options.records ?? {}, {
    write: (text) => void options.stderr.write(text),
  });
  const shown = plainLines({ verbose: options.verbose ?? false });
  const session = runSession({
    ...options,
    agent: { ...options.agent, ...(trace ? { trace } : {}) },
    store,
    onEvent(event) {
      emit(event);
      print(shown(event));
      if (event.type !== "tool-ended" || !options.verbose) print(outputLines(event));
    },
  });
  print([
    "The terminal cannot move its cursor, so this is the plain mode. /help lists what works in it, /exit leaves.",
  ]);
  /** What the next line answers; undefined: the next line is a prompt. */
  let question: PlainQuestion | undefined;
  let askedId: number | undefined;
  store.subscribe(() => {
    const [first] = store.state().questions;
    if (first?.id !== askedId) {
      askedId = first?.id;
      question = first && plainQuestion(first);
      if (question) {
        ask(question.lines);
        isLeaving = false;
      }
    }
    showPrompt();
  });
  function send(line: string): void {
    const command = plainCommand(line, session);
    isLeaving = /^\/(?:exit|quit)$/.test(line);
    if (line === "") showPrompt();
    else if (command)
      void command.then((rows) => {
        print(rows);
        showPrompt();
      });
    else if (/^!\s*\S/.test(line)) session.runCommand(line.slice(1).trim());
    else session.submit(line);
  }
  const typed = readTypedLines(stdin, {
    onClose: session.leave,
    onLine(line, isEarlier) {
      isPromptShown = false;
      if (question && !isEarlier) {
        const more = question.take(line);
        if (more) ask(more);
        else question = undefined;
        return;
      }
      const text = line.trim();
      if (question && text !== "")
        print([
          `This was typed before the question, so it is not the answer but the next input: ${inLine(text)}`,
          "The question is still open.",
        ]);
      send(text);
    },
  });
  /** Prints a question, which only what is typed from now on answers. */
  function ask(lines: readonly string[]): void {
    typed.startQuestion();
    print(lines);
  }
  const failure = await session.ended.then(
    () => undefined,
    (error: Error) => error,
  );
  typed.close();
  if (isPromptShown) stdout.write("\n");
  if (failure) options.print(failure.message);
  if (stop.aborted) return (stop.reason as StopRequest).exitCode;
  if (!failure) return exitCodes.done;
  return failure instanceof CommandLineError ? exitCodes.usage : exitCodes.notDone;
}
