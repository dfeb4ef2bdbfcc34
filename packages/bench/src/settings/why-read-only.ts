import type { ConfiguredHook } from "@snaphook/engine";
import { brand } from "@snaphook/protocol";

/** U1: why a hook cannot be changed here; `undefined` if it can. */
export function whyReadOnly({
  origin,
  source: { file },
  id,
}: Pick<ConfiguredHook, "id" | "origin" | "source">): string | undefined {
  const off = `to turn it off: ${brand.command} hooks disable ${id}`;
  switch (origin.scope) {
    case "user":
    case "project":
    case "local":
      return undefined;
    case "managed":
      return `it is a managed hook, which only the administrator changes, in ${file}`;
    case "plugin":
      return `it is part of the plugin ${origin.owner}, which an update would write again; ${off}`;
    default:
      return `it is in ${file}, which is not a settings file of yours or of the project; change it there, by hand`;
  }
}
