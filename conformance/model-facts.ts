import type { ModelRequest, RequestMessage } from "./api-server.ts";
import type { Purpose, Scenario } from "./case.ts";

/** What is new for the model in one request. */
export interface ModelFacts {
  readonly to: Purpose;
  /** The scenario's markers in it, sorted. */
  readonly says: readonly string[];
  /** How many results of tools are errors, if any are. */
  readonly errors?: number;
  /** Which of the scenario's tools it offers. */
  readonly offers?: readonly string[];
  /** The scenario's markers in the system prompt. */
  readonly system?: readonly string[];
  readonly model?: unknown;
}

/** What is new for the model, request by request. Side requests are not compared. */
export function modelFacts(
  requests: readonly ModelRequest[],
  markers: (value: unknown) => readonly string[],
  { keepTools, keepSystem, keepModel }: Pick<Scenario, "keepTools" | "keepSystem" | "keepModel">,
): readonly ModelFacts[] {
  const before = new Map<Purpose, readonly string[]>();
  return requests
    .filter(({ purpose }) => purpose !== "side")
    .map(({ purpose, messages, model, system, tools }) => {
      const texts = messages.map((message) => JSON.stringify(withoutCacheMarks(message)));
      const known = before.get(purpose) ?? [];
      const isContinued =
        continues.has(purpose) && known.every((text, index) => text === texts[index]);
      before.set(purpose, texts);
      return {
        to: purpose,
        ...said(isContinued ? messages.slice(known.length) : messages, markers),
        ...(keepTools && { offers: keepTools.filter((name) => tools.includes(name)) }),
        ...(keepSystem && { system: markers(system) }),
        ...(keepModel && { model }),
      };
    });
}

/** Where a request repeats the conversation so far, and only the rest of it is new. */
const continues: ReadonlySet<Purpose> = new Set<Purpose>(["main", "subagent"]);

function said(messages: readonly RequestMessage[], markers: (value: unknown) => readonly string[]) {
  const contents = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  const errors = contents.flat().filter(isErrorResult).length;
  return { says: [...markers(contents)].sort(), ...(errors > 0 ? { errors } : {}) };
}

function isErrorResult(block: unknown): boolean {
  const { type, is_error } = Object(block) as {
    readonly type?: unknown;
    readonly is_error?: unknown;
  };
  return type === "tool_result" && is_error === true;
}

/** Removes the cache marks, which move from request to request. */
function withoutCacheMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCacheMarks);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "cache_control");
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutCacheMarks(item)]));
}
