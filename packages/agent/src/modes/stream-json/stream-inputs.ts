import { errorText } from "../../error-text.ts";
import type { Prompt } from "../../loop/prompt.ts";
import { askDriver } from "../control/ask-driver.ts";
import { controlRequests } from "../control/control-requests.ts";
import { createDriver } from "../control/driver.ts";
import type { Inputs } from "../inputs.ts";
import { type InputLine, parseInputLine } from "./parse-input-line.ts";
import { createPromptQueue } from "./prompt-queue.ts";
import { readLines } from "./read-lines.ts";
import type { StreamView } from "./stream-view.ts";

export interface StreamInputsOptions {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly view: Pick<StreamView, "send" | "sendForSession" | "sendAfterInit" | "complain">;
  readonly newId: () => string;
  /** `--permission-prompt-tool stdio`: the driver answers permission questions. */
  readonly asksDriver: boolean;
}

/**
 * `--input-format stream-json`: prompts one after the other, and the control protocol between them. An
 * invalid line is answered with its number and what was expected. The end of the input means that no more
 * prompts and no more answers will come.
 */
export function streamInputs({ bytes, view, newId, asksDriver }: StreamInputsOptions): Inputs {
  const driver = createDriver(view.send, newId);
  const warn = (content: string) =>
    view.sendAfterInit({ type: "system", subtype: "informational", content, level: "warning" });
  const prompts = createPromptQueue();
  const control = controlRequests({ driver, prompts, warn });
  let isClosed = false;
  let usedLines = 0;
  let firstProblem: string | undefined;

  function handleLine(line: InputLine, number: number): void {
    if (line.kind !== "problem" && line.kind !== "nothing") usedLines += 1;
    if (line.kind === "prompt") prompts.add(line.prompt);
    else if (line.kind === "control-response") driver.answer(line.id, line.answer);
    else if (line.kind === "control-request")
      void answerTo(line.id, () => control.handle(line.request)).then(view.send);
    else if (line.kind === "problem") {
      const content = `line ${number} of the input is ${line.found}; expected ${line.expected}`;
      firstProblem ??= content;
      view.sendForSession({ type: "system", subtype: "input_error", line: number, content });
      view.complain(content);
      if (line.of) prompts.add({ text: "", media: [], ...line.of, problem: content });
    }
  }

  async function readAll(): Promise<void> {
    let number = 0;
    try {
      for await (const line of readLines(bytes)) handleLine(parseInputLine(line), ++number);
    } catch (error) {
      if (!isClosed) warn(`reading the input failed: ${String(error)}; no more input is read`);
    }
    prompts.end();
    driver.leave();
  }

  void readAll();
  return {
    ready: () => Promise.race([prompts.ready(), control.needsSession]),
    next: prompts.next,
    waiting: prompts.waiting,
    agentOptions: () => ({
      ...control.agentOptions(),
      ...(asksDriver ? { ask: askDriver(driver) } : {}),
      takeQueued: () => prompts.take(isPlain),
    }),
    attach: control.attach,
    refuse: control.refuse,
    problem: () =>
      usedLines === 0 && firstProblem !== undefined
        ? `no line of the input could be used; ${firstProblem}`
        : undefined,
    close() {
      isClosed = true;
      prompts.end();
      driver.leave();
    },
  };
}

/** A command has a turn of its own, and so has a message that cannot be used: it needs a result. */
function isPlain(prompt: Prompt): boolean {
  if (typeof prompt === "string") return !isCommand(prompt);
  const { problem, waitsForTurnEnd, isVerbatim, text } = prompt;
  return problem === undefined && !waitsForTurnEnd && (isVerbatim || !isCommand(text));
}

const isCommand = (text: string): boolean => text.trimStart().startsWith("/");

async function answerTo(id: string, handle: () => Promise<unknown>) {
  try {
    const response = await handle();
    return {
      type: "control_response",
      response: { subtype: "success", request_id: id, response: response ?? {} },
    };
  } catch (error) {
    return {
      type: "control_response",
      response: { subtype: "error", request_id: id, error: errorText(error) },
    };
  }
}
