import { type EventDefinition, type EventName, events } from "@snaphook/protocol";
import { testInput } from "../test/test-input.ts";
import type { Language, Recipe } from "./recipe.ts";

export interface ScaffoldOptions {
  readonly name: string;
  readonly event: EventName;
  /** The tool, for events about one. */
  readonly tool?: string;
  readonly language: Language;
}

interface Texts {
  /** What the first comment says. */
  readonly about: string;
  readonly canRefuse: boolean;
  readonly reason: string;
}

const endings: Readonly<Record<Language, string>> = { sh: "sh", js: "mjs", ts: "ts", python: "py" };

/** What starts a script; a shell script starts by itself. */
const programs: Readonly<Record<Language, string>> = {
  sh: "",
  js: "node ",
  ts: "node ",
  python: "python3 ",
};

/** A new hook for an event: a script that a person changes, its settings entry and a fixture. */
export function scaffold({ name, event, tool, language }: ScaffoldOptions): Recipe {
  const definition: EventDefinition = events[event];
  const field = fieldToTry(event, tool);
  const canRefuse = definition.refusable && field !== undefined;
  const texts: Texts = {
    about: `${event}: ${definition.when}.`,
    canRefuse,
    reason: `${name}: the input has the word "forbidden"`,
  };
  const path = `.claude/hooks/${name}.${endings[language]}`;
  const handler = {
    type: "command",
    command: `${programs[language]}"$CLAUDE_PROJECT_DIR"/${path}`,
    timeout: 10,
    ...(canRefuse ? { onFailure: "block" } : {}),
  };
  const group = { ...(tool === undefined ? {} : { matcher: tool }), hooks: [handler] };
  return {
    name,
    title: `A new hook for ${event}`,
    keywords: [],
    settings: { hooks: { [event]: [group] } },
    files: {
      [path]: scripts[language](texts),
      [`.claude/hooks/${name}.hooktest.yaml`]: fixture(
        path,
        tool === undefined ? event : `${event}/${tool}`,
        field,
        canRefuse ? refusalOf(definition) : undefined,
      ),
    },
  };
}

/** What a refusal is called in the outcome of the event. */
const refusalOf = ({ outcome }: EventDefinition): string =>
  outcome === "permission" ? "deny" : "refuse";

/** Fields of an input in which a test can put a word. */
const fields = ["command", "file_path", "prompt", "url", "pattern"];

function fieldToTry(event: EventName, tool: string | undefined): string | undefined {
  const input = testInput(tool === undefined ? event : `${event}/${tool}`);
  if (!input.ok) return undefined;
  const base = input.inFolder("/project");
  return fields.find((field) => field in ((base["tool_input"] ?? base) as object));
}

function fixture(
  path: string,
  sample: string,
  field: string | undefined,
  refusal: string | undefined,
): string {
  const script = path.slice(path.lastIndexOf("/") + 1);
  const runs = `hook: ${script}
tests:
  - name: it has no objection to the sample
    sample: ${sample}
    expect: { ran: [${script}], exit: 0 }
`;
  if (refusal === undefined) return runs;
  return `${runs}  - name: it refuses a forbidden input
    sample: ${sample}
    input: { ${field}: something forbidden }
    expect: { outcome: ${refusal}, reason: forbidden }
`;
}

/** How each language reads the input and refuses. Replace the condition with your own. */
const scripts: Readonly<Record<Language, (texts: Texts) => string>> = {
  sh: ({ about, canRefuse, reason }) => `#!/bin/sh
# ${about}
# The input is JSON on stdin.${canRefuse ? " Exit code 2 refuses, and stderr is the reason." : ""}
input=$(cat)
${
  canRefuse
    ? `case $input in
  *forbidden*)
    echo '${reason}' >&2
    exit 2
    ;;
esac`
    : `: "$input"`
}
`,
  js: ({ about, canRefuse, reason }) => `// ${about}
// The input is JSON on stdin.${canRefuse ? " Exit code 2 refuses, and stderr is the reason." : ""}
import { readFileSync } from "node:fs";

const input = JSON.parse(readFileSync(0, "utf8"));
${
  canRefuse
    ? `if (JSON.stringify(input.tool_input ?? input).includes("forbidden")) {
  console.error('${reason}');
  process.exitCode = 2;
}`
    : `void input;`
}
`,
  ts: ({ about, canRefuse, reason }) => `// ${about}
// The input is JSON on stdin.${canRefuse ? " Exit code 2 refuses, and stderr is the reason." : ""} Needs Node 22.18 or newer.
import { readFileSync } from "node:fs";

interface Input {
  readonly hook_event_name: string;
  readonly tool_input?: Readonly<Record<string, unknown>>;
}

const input: Input = JSON.parse(readFileSync(0, "utf8"));
${
  canRefuse
    ? `if (JSON.stringify(input.tool_input ?? input).includes("forbidden")) {
  console.error('${reason}');
  process.exitCode = 2;
}`
    : `void input;`
}
`,
  python: ({ about, canRefuse, reason }) => `"""${about}

The input is JSON on stdin.${canRefuse ? " Exit code 2 refuses, and stderr is the reason." : ""}
"""

import json
import sys

call = json.load(sys.stdin)
${
  canRefuse
    ? `if "forbidden" in json.dumps(call.get("tool_input", call)):
    print('${reason}', file=sys.stderr)
    sys.exit(2)
`
    : ""
}`,
};
