import type { TurnResult } from "../loop/agent-event.ts";
import type { AgentSession } from "../loop/agent-session.ts";
import type { Prompt } from "../loop/prompt.ts";
import type { Inputs } from "./inputs.ts";

/** A turn that was started; its promise is wrapped, because only the start is waited for. */
interface StartedTurn {
  readonly result: Promise<TurnResult>;
}

type Next =
  | { readonly do: "prompt"; readonly prompt: Prompt }
  | { readonly do: "report" }
  /** No more input. */
  | { readonly do: "end" };

/**
 * Starts turns: for an input, or for background agents that have ended, whichever comes first. After the last input
 * it waits for the agents that still run; undefined when there are none.
 */
export function nextTurn(
  session: AgentSession,
  inputs: Pick<Inputs, "next">,
): () => Promise<StartedTurn | undefined> {
  let input: Promise<Next> | undefined;
  return async () => {
    input ??= inputs
      .next()
      .then((prompt) => (prompt === undefined ? { do: "end" } : { do: "prompt", prompt }));
    const waiting = input;
    const work = (isLast: boolean) =>
      session
        .waitForAgents({ isLast })
        .then((ended): Next | Promise<Next> => (ended ? { do: "report" } : waiting));
    const inputArrived = session.waitsForInput();
    let next = await Promise.race([waiting, work(false)]);
    inputArrived();
    if (next.do === "end") next = await work(true);
    switch (next.do) {
      case "prompt":
        input = undefined;
        return { result: session.prompt(next.prompt) };
      case "report":
        return { result: report(session) };
      case "end":
        return undefined;
    }
  };
}

async function report(session: AgentSession): Promise<TurnResult> {
  const result = await session.reportAgents();
  if (!result) throw new Error("no background agent has ended");
  return result;
}
