import { createHash } from "node:crypto";
import { brand } from "@snaphook/protocol";
import { shortLabel } from "./short-label.ts";
import type { Timeline, TimelineEvent, TimelineRun, Turn } from "./timeline.ts";

/** The version of the OpenTelemetry semantic conventions that the names of attributes are from. */
const conventions = "1.41.0";

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1 is INTERNAL: nothing here says whether a run left the machine. */
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  /** 0 is not set, 2 is an error. */
  readonly status: { readonly code: 0 | 2; readonly message?: string };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

type Values = Readonly<Record<string, string | number | null>>;

/**
 * A timeline as OTLP/JSON, one trace for each turn: the agent, below it its tool calls, below them the events, below
 * them the hooks. Inputs and outputs are left out: spans are sent to places where these do not belong.
 */
export const otlpTraces = ({ turns }: Timeline) => ({
  resourceSpans: [
    {
      resource: { attributes: attributes({ "service.name": brand.command }) },
      scopeSpans: [
        {
          scope: { name: brand.command },
          spans: turns.flatMap(turnSpans),
          schemaUrl: `https://opentelemetry.io/schemas/${conventions}`,
        },
      ],
      schemaUrl: `https://opentelemetry.io/schemas/${conventions}`,
    },
  ],
});

function turnSpans(turn: Turn): readonly Span[] {
  const traceId = idOf([turn.session, turn.time, turn.prompt], 32);
  const start = Date.parse(turn.time);
  const agent = spanOf(
    "agent",
    `invoke_agent ${brand.name}`,
    { startMs: 0, ...turn },
    {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": brand.name,
      "gen_ai.conversation.id": turn.session,
    },
  );
  const calls = new Map<string, Span>();
  for (const [id, events] of Map.groupBy(turn.events, callOf))
    if (id !== "") calls.set(id, callSpan(id, events));
  return [
    agent,
    ...calls.values(),
    ...turn.events.flatMap((event, index) => eventSpans(event, index, calls.get(callOf(event)))),
  ];

  function spanOf(
    path: string,
    name: string,
    time: { readonly startMs: number; readonly durationMs: number },
    values: Values,
    more: Partial<Span> = {},
  ): Span {
    return {
      traceId,
      spanId: idOf([traceId, path], 16),
      name,
      kind: 1,
      startTimeUnixNano: nanoseconds(start + time.startMs),
      endTimeUnixNano: nanoseconds(start + time.startMs + time.durationMs),
      attributes: attributes(values),
      status: { code: 0 },
      ...more,
    };
  }

  function callSpan(id: string, events: readonly TimelineEvent[]): Span {
    const startMs = Math.min(...events.map((event) => event.startMs));
    const endMs = Math.max(...events.map((event) => event.startMs + event.durationMs));
    const tool = events.find(({ subject }) => subject !== "")?.subject ?? "";
    return spanOf(
      `call ${id}`,
      `execute_tool ${tool}`,
      { startMs, durationMs: endMs - startMs },
      {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.call.id": id,
        "gen_ai.conversation.id": turn.session,
      },
      { parentSpanId: agent.spanId },
    );
  }

  function eventSpans(
    event: TimelineEvent,
    index: number,
    call: Span | undefined,
  ): readonly Span[] {
    const own = spanOf(
      `event ${index}`,
      `hooks ${event.event}`,
      event,
      {
        "gen_ai.conversation.id": turn.session,
        "gen_ai.agent.id": event.agent,
        [`${brand.command}.event`]: event.event,
        [`${brand.command}.subject`]: event.subject,
        [`${brand.command}.action`]: event.action,
        [`${brand.command}.changed`]: event.changed.join(", "),
      },
      { parentSpanId: (call ?? agent).spanId },
    );
    const hooks = event.runs.map((run, place) =>
      spanOf(`event ${index} run ${place}`, `hook ${shortLabel(run.label)}`, run, runValues(run), {
        parentSpanId: own.spanId,
        ...(run.failure === null ? {} : { status: { code: 2, message: run.failure } }),
      }),
    );
    return [own, ...hooks];
  }
}

const runValues = (run: TimelineRun): Values => ({
  [`${brand.command}.hook.id`]: run.id,
  [`${brand.command}.hook.type`]: run.type,
  [`${brand.command}.hook.source`]: run.source,
  [`${brand.command}.hook.ended`]: run.ended,
  [`${brand.command}.hook.decision`]: run.decision,
  [`${brand.command}.hook.changed`]: run.changed.join(", "),
  "process.exit.code": run.exitCode,
  "error.type": run.failure === null ? null : run.ended,
});

const callOf = ({ toolUseId }: TimelineEvent): string => toolUseId ?? "";

/** Without values that are not known. */
const attributes = (values: Values): readonly Attribute[] =>
  Object.entries(values).flatMap(([key, value]): readonly Attribute[] => {
    if (value === null || value === "") return [];
    // OTLP/JSON writes 64-bit integers as strings.
    if (typeof value === "number") return [{ key, value: { intValue: String(value) } }];
    return [{ key, value: { stringValue: value } }];
  });

/** The same trace always has the same ids, so that sending it twice makes no second one. */
const idOf = (parts: readonly (string | null)[], digits: number): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, digits);

const nanoseconds = (ms: number): string => {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1e6)));
};
