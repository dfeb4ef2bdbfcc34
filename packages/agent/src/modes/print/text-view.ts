import { visibleText } from "@snaphook/engine/internal";
import { brand } from "@snaphook/protocol";
import type { AgentEvent } from "../../loop/agent-event.ts";
import type { Output } from "../output.ts";
import type { View } from "../view.ts";
import { verboseLines } from "./verbose-lines.ts";
import { visibleLines } from "./visible-lines.ts";

export interface TextViewOptions {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Section 9 of the contract: what the verbose view has, on stderr. */
  readonly verbose: boolean;
}

/** `-p`: the result on stdout, what is for the user on stderr. */
export function textView({ stdout, stderr, verbose }: TextViewOptions): View {
  let result = "";
  // What a model or a hook wrote must not steer the terminal; a program gets it byte by byte.
  const shown = (text: string) =>
    stdout.isTerminal ? text.replaceAll(/\p{Cc}/gu, visibleText) : text;
  return {
    emit(event) {
      if (event.type === "result") result = event.result.result;
      const lines = [...userLines(event), ...(verbose ? verboseLines(event) : [])];
      stderr.write(visibleLines(lines));
    },
    finish: () => stdout.write(result === "" ? "" : `${shown(result)}\n`),
    fail: (message) => stderr.write(visibleLines([`${brand.command}: ${message}`])),
  };
}

const prefixes = { info: "", warning: "warning: ", error: "error: " } as const;

/** What the user is told whatever the view. */
export function userLines(event: AgentEvent): readonly string[] {
  if (event.type === "notice") return [`${prefixes[event.level]}${event.text}`];
  if (event.type === "retry") {
    const seconds = (event.delayMs / 1000).toFixed(1);
    return [`the model is asked again in ${seconds} s (attempt ${event.attempt}): ${event.reason}`];
  }
  if (event.type === "result") return event.result.errors.map((error) => `error: ${error}`);
  return [];
}
