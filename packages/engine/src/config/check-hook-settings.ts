import { isObject } from "../is-object.ts";
import type { Diagnostic, Origin, Scope } from "../stages/snapshot.ts";
import type { JsonDocument } from "./json-document.ts";

/** A setting about hooks, beside the hooks themselves. */
interface HookSetting {
  readonly key: string;
  /** The scopes in which it has an effect (T4). */
  readonly scopes: readonly Scope[];
  readonly kind: keyof typeof kinds;
}

const trustedScopes: readonly Scope[] = ["managed", "user"];

/** C4, H4, P7: all settings about hooks. */
const hookSettings: readonly HookSetting[] = [
  {
    key: "disableAllHooks",
    scopes: [...trustedScopes, "project", "local", "settings-flag"],
    kind: "boolean",
  },
  { key: "allowManagedHooksOnly", scopes: ["managed"], kind: "boolean" },
  { key: "allowedHttpHookUrls", scopes: trustedScopes, kind: "list" },
  { key: "hookEnv", scopes: trustedScopes, kind: "list" },
];

export const hookSettingKeys: readonly string[] = hookSettings.map(({ key }) => key);

/** Reports settings about hooks that have the wrong type, or have no effect in their scope. */
export function checkHookSettings(
  document: JsonDocument,
  { scope }: Origin,
): readonly Diagnostic[] {
  const values = isObject(document.value) ? document.value : {};
  return hookSettings.flatMap(({ key, scopes, kind }): readonly Diagnostic[] => {
    if (!Object.hasOwn(values, key)) return [];
    const place = document.place([key]);
    if (!scopes.includes(scope)) {
      const message = `${key} is ignored here: it applies only in ${scopes.join(" and ")} settings`;
      return [{ code: "setting-not-here", level: "warning", place, message, advice: "remove it" }];
    }
    const { isValid, expected, advice } = kinds[kind];
    if (isValid(values[key])) return [];
    const message = `${key} must be ${expected}; it is ignored`;
    return [{ code: "bad-setting", level: "error", place, message, advice }];
  });
}

const kinds = {
  boolean: {
    isValid: (value: unknown) => typeof value === "boolean",
    expected: "true or false",
    advice: "write true or false, without quotes",
  },
  list: {
    isValid: (value: unknown) =>
      Array.isArray(value) && value.every((one) => typeof one === "string"),
    expected: "a list of strings",
    advice: 'write ["…", "…"]',
  },
} as const;
