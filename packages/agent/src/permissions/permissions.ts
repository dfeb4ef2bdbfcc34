import type { PermissionAnswer } from "@snaphook/engine";
import { permissionModes } from "@snaphook/protocol";
import type { Tool, ToolInput } from "../tools/tool.ts";

export { permissionModes };
export type PermissionMode = (typeof permissionModes)[number];

/** G6: a change of permissions, as hooks and drivers write it. */
export interface PermissionUpdate {
  readonly type:
    | "addRules"
    | "replaceRules"
    | "removeRules"
    | "setMode"
    | "addDirectories"
    | "removeDirectories";
  readonly rules?: readonly { readonly toolName: string; readonly ruleContent?: string }[];
  readonly behavior?: "allow" | "deny" | "ask";
  readonly mode?: PermissionMode;
  readonly directories?: readonly string[];
  readonly destination: "session" | "localSettings" | "projectSettings" | "userSettings";
}

/** What the host's own rules say about calls (G1, M9, T5). */
export interface Permissions {
  mode(): PermissionMode;
  /** What the rules and the mode say, on the input to use. */
  judge(tool: Tool, input: ToolInput, cwd: string): Promise<PermissionAnswer>;
  /** Whether no deny rule forbids to read a file, for tools that come upon it on their own. */
  mayRead(path: string, cwd: string): boolean;
  /** What the user could answer besides yes and no (`permission_suggestions`). */
  suggestions(tool: Tool, input: ToolInput, cwd: string): readonly PermissionUpdate[];
  /** Applies changes; what cannot be applied is answered in words. */
  update(updates: readonly unknown[]): Promise<readonly string[]>;
}
