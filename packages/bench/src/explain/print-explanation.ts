import type { ExplainedHook, Explanation } from "@snaphook/engine";

const marks: Readonly<Record<ExplainedHook["state"], string>> = {
  "would run": "✓",
  untrusted: "!",
  "does not match": "·",
};

/** The explanation as lines for a person. */
export function printExplanation({ event, hooks, files, diagnostics }: Explanation): string {
  const running = hooks.filter((hook) => hook.state === "would run").length;
  const lines = [`${event}: ${running} of ${hooks.length} hooks would run`];
  for (const { hook, state, because, limitMs } of hooks) {
    const limit = limitMs === undefined ? "" : `, limit ${limitMs / 1000} s`;
    lines.push("", `${marks[state]} ${state}: ${hook.label}`);
    lines.push(`    why    ${because}${limit}`);
    lines.push(
      `    where  ${hook.source.file}:${hook.source.line}:${hook.source.column} (${hook.scope}, id ${hook.id})`,
    );
  }
  lines.push("");
  for (const { file, scope, state } of files) lines.push(`${scope} settings: ${file} (${state})`);
  for (const { level, place, message, advice } of diagnostics)
    lines.push(
      `${level}: ${place.file}:${place.line}:${place.column} ${place.path}: ${message}; ${advice}`,
    );
  return lines.join("\n");
}
