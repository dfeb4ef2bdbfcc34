import type { Diagnostic, Origin, Scope } from "../stages/snapshot.ts";
import { isObject } from "./is-object.ts";
import type { JsonDocument } from "./json-document.ts";

/** A setting about hooks that stands beside them. */
interface HookSetting {
  readonly key: string;
  readonly countsIn: readonly Scope[];
  readonly is: "switch" | "list";
}

const own: readonly Scope[] = ["managed", "user"];

/** C4, H4, P7: all of them, and where each counts (T4). */
const hookSettings: readonly HookSetting[] = [
  {
    key: "disableAllHooks",
    countsIn: [...own, "project", "local", "settings-flag"],
    is: "switch",
  },
  { key: "allowManagedHooksOnly", countsIn: ["managed"], is: "switch" },
  { key: "allowedHttpHookUrls", countsIn: own, is: "list" },
  { key: "hookEnv", countsIn: own, is: "list" },
];

/** Says when a setting about hooks is not of its kind, or stands where it does not count. */
export function checkHookSettings(
  document: JsonDocument,
  { scope }: Origin,
): readonly Diagnostic[] {
  const values = isObject(document.value) ? document.value : {};
  return hookSettings.flatMap(({ key, countsIn, is }): readonly Diagnostic[] => {
    if (!Object.hasOwn(values, key)) return [];
    const place = document.place([key]);
    if (!countsIn.includes(scope)) {
      const message = `${key} counts in ${countsIn.join(" and ")} settings only`;
      return [{ code: "setting-not-here", level: "warning", place, message, advice: "remove it" }];
    }
    const { fits, kind, advice } = kinds[is];
    if (fits(values[key])) return [];
    const message = `${key} is not ${kind}, and what is not does not count`;
    return [{ code: "bad-setting", level: "error", place, message, advice }];
  });
}

const kinds = {
  switch: {
    fits: (value: unknown) => typeof value === "boolean",
    kind: "true or false",
    advice: "write true or false, without quotes",
  },
  list: {
    fits: (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string"),
    kind: "a list of texts",
    advice: 'write ["…", "…"]',
  },
} as const;
