import { type FileProblem, openPrivateJsonFile, type Written } from "../trust/private-json-file.ts";

interface TogglesFile {
  readonly version: 1;
  /** Ids (C8). */
  readonly disabled: readonly string[];
}

/** On and off for each hook, for this user only: shared settings are not changed. */
export interface Toggles {
  isDisabled(id: string): Promise<boolean>;
  set(id: string, enabled: boolean): Promise<Written>;
  /** Why the file cannot be used, if so; then every hook is enabled. */
  problem(): Promise<FileProblem | undefined>;
}

/** Opens the toggles; `file` is in the product's folder in the user's home and need not exist. */
export function openToggles({ file }: { readonly file: string }): Toggles {
  const toggles = openPrivateJsonFile<TogglesFile>({
    file,
    empty: { version: 1, disabled: [] },
    parse,
  });
  return {
    isDisabled: async (id) => (await toggles.read()).value.disabled.includes(id),
    set: (id, enabled) =>
      toggles.change(async ({ disabled }) => {
        const others = disabled.filter((other) => other !== id);
        return { version: 1, disabled: enabled ? others : [...others, id] };
      }),
    problem: async () => (await toggles.read()).problem,
  };
}

function parse(json: unknown): TogglesFile | undefined {
  if (typeof json !== "object" || json === null || !("version" in json) || !("disabled" in json))
    return undefined;
  const { version, disabled } = json;
  if (version !== 1 || !Array.isArray(disabled)) return undefined;
  return disabled.every((id) => typeof id === "string") ? { version, disabled } : undefined;
}
