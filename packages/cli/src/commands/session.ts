import { bash, runSession, scriptedModel } from "@snaphook/agent";
import { jsonLinesTrace } from "@snaphook/engine";
import { loadHooks, type SourceOptions } from "../load-hooks.ts";
import { UsageError } from "../usage-error.ts";
import { timeline } from "./timeline.ts";

export interface SessionCommandOptions extends SourceOptions {
  readonly print?: string;
  readonly model?: string;
  readonly trace?: string;
}

/** `-p`: runs one prompt and prints the timeline of what happened. */
export async function session(options: SessionCommandOptions): Promise<void> {
  if (options.print === undefined)
    throw new UsageError('say what to do with -p "PROMPT", or see --help');
  if (!options.model?.startsWith("script:"))
    throw new UsageError("no model: say --model script:FILE to play the model's turns from a file");
  const trace = options.trace === undefined ? {} : { trace: jsonLinesTrace(options.trace) };
  const hooks = await loadHooks(options, trace);
  const model = await scriptedModel(options.model.slice("script:".length));
  const events = runSession({
    prompt: options.print,
    model,
    tools: { Bash: bash },
    hooks,
    cwd: options.cwd,
  });
  for await (const event of events) for (const line of timeline(event)) console.log(line);
}
