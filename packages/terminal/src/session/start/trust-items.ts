import { isAbsolute, join } from "node:path";
import { matcherInWords, resolvedCommand } from "@snaphook/bench";
import type { ConfiguredHook, Hooks, Trustable } from "@snaphook/engine";
import { type Coverage, readText, shortLine } from "@snaphook/engine/internal";
import type { TrustedFile, TrustItem } from "../../state/start-questions.ts";

/** Everything of the project that does not run, because it is not trusted or has changed since (T1, T6). */
export async function trustItems(
  hooks: Pick<Hooks, "cwd" | "config" | "trust">,
): Promise<readonly TrustItem[]> {
  const configured = new Map(hooks.config.snapshot().hooks.map((hook) => [hook.id, hook]));
  const waiting = (await hooks.trust.list()).filter(
    ({ answer: { state } }) => state === "untrusted" || state === "changed",
  );
  return Promise.all(
    waiting.map(async (one) => {
      const coverage = await hooks.trust.describe(one.subject);
      return itemOf(one, configured.get(one.subject.id), coverage, hooks.cwd);
    }),
  );
}

function itemOf(
  { subject, answer }: Trustable,
  hook: ConfiguredHook | undefined,
  { covered, notCovered }: Coverage,
  cwd: string,
): TrustItem {
  const { type: _type, ...settings } = subject.handler;
  return {
    id: subject.id,
    title: hook ? hook.event : "Settings",
    when: hook && matcherInWords(hook.event, hook.matcher),
    what: hook ? resolvedCommand(hook, cwd) : Object.keys(settings).join(", "),
    place: hook ? `${hook.source.file}:${hook.source.line}` : join(subject.root, subject.place),
    definition: JSON.stringify(hook ? subject.handler : settings, null, 2),
    state: answer.state === "changed" ? "changed" : "new",
    differences: answer.state === "changed" ? answer.differences : [],
    files: covered.flatMap((part) => (part.what === "file" ? fileOf(part, subject.root) : [])),
    notCovered: notCovered.map(({ what, why }) => `${shortLine(what)}: ${why}`),
    fingerprint: JSON.stringify(covered),
  };
}

type CoveredFile = Extract<Coverage["covered"][number], { readonly what: "file" }>;

function fileOf(
  { path, size, mode, target, loaded, sha256 }: CoveredFile,
  root: string,
): TrustedFile {
  const read = readText(isAbsolute(path) ? path : join(root, path));
  const about = [
    `${size} bytes`,
    `mode ${mode}`,
    ...(sha256 === undefined ? ["cannot be read or is too large, so it cannot be trusted"] : []),
    ...(target === undefined ? [] : [`link to ${target}`]),
    ...(loaded ? ["loaded by a script"] : []),
  ].join(", ");
  return { path, about, text: read.state === "text" ? read.text : undefined };
}
