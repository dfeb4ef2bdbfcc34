import { homedir } from "node:os";
import { relative } from "node:path";
import type { ConfiguredHook, Hooks } from "@snaphook/engine";
import { events, profileNamed, profiles } from "@snaphook/protocol";
import { readHookCode } from "../lint/hook-code.ts";
import type { RunReport } from "../run/run-report.ts";
import { reasonTexts, wasPrinted } from "./reason-texts.ts";
import type { HookCoverage, ProjectCoverage } from "./test-report.ts";

interface Seen {
  readonly subjects: Set<string>;
  printed: string;
}

/** Collects what tests reach of the hooks of a project. */
export interface CoverageCollector {
  add(report: RunReport): void;
  result(original: Hooks): Promise<ProjectCoverage>;
}

/** Hooks are recognised by their event and label, because a copy has other ids. */
const keyOf = ({ event, label }: { readonly event: string; readonly label: string }): string =>
  `${event} ${label}`;

export function collectCoverage(): CoverageCollector {
  const seen = new Map<string, Seen>();
  return {
    add({ event, input, ran }) {
      const { matchesOn } = events[event as keyof typeof events];
      const subject = matchesOn === undefined ? undefined : input[matchesOn];
      for (const { label, stdout, stderr, reason = "" } of ran) {
        const key = keyOf({ event, label });
        const one = seen.get(key) ?? { subjects: new Set(), printed: "" };
        if (typeof subject === "string") one.subjects.add(subject);
        one.printed += `${stdout.text}\n${stderr.text}\n${reason}\n`;
        seen.set(key, one);
      }
    },
    async result(original) {
      const awake = original.config
        .snapshot()
        .hooks.filter(({ dormant, origin }) => dormant === undefined && origin.needsTrust);
      const hooks = await Promise.all(
        awake.map((hook) => coverageOf(hook, seen.get(keyOf(hook)), original)),
      );
      return { project: original.cwd, hooks };
    },
  };
}

async function coverageOf(
  hook: ConfiguredHook,
  seen: Seen | undefined,
  { cwd, profile }: Hooks,
): Promise<HookCoverage> {
  const { label, event, matcher, source } = hook;
  const { text = "" } = await readHookCode(hook, {
    projectDirectory: cwd,
    home: homedir(),
    platform: process.platform,
    profile: profileNamed(profile) ?? profiles.reference,
  });
  return {
    label,
    event,
    place: `${relative(cwd, source.file)}:${source.line}`,
    ran: seen !== undefined,
    unreachedMatchers:
      seen === undefined ? [] : matcher.names.filter((name) => !seen.subjects.has(name)),
    unreachedReasons:
      seen === undefined
        ? []
        : reasonTexts(text).filter((reason) => !wasPrinted(reason, seen.printed)),
  };
}
