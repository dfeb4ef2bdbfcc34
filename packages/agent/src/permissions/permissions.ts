import type { PermissionAnswer } from "@snaphook/engine";
import type { Rule } from "@snaphook/engine/rules";
import { permissionModes } from "@snaphook/protocol";
import type { Tool, ToolInput } from "../tools/tool.ts";
import type { SourcedRule } from "./permission-lists.ts";

export { permissionModes };
export type PermissionMode = (typeof permissionModes)[number];

export const isPermissionMode = (value: unknown): value is PermissionMode =>
  permissionModes.some((mode) => mode === value);

export type OfferedTool = Pick<Tool, "name" | "mcpServer">;

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

/** A rule of an update as settings have it. */
export const ruleText = ({
  toolName,
  ruleContent,
}: NonNullable<PermissionUpdate["rules"]>[number]): string =>
  ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;

/** A change that the user can choose instead of a simple yes. */
export interface PermissionOffer {
  readonly update: PermissionUpdate;
  /** Its rules as settings have them: `Bash(git add:*)`. */
  readonly rules: readonly string[];
  /** The settings file that it is written to; missing: it is for this session. */
  readonly file?: string;
}

/** A call that runs now. */
export interface ToolRun {
  /** Why its command runs outside the sandbox; `undefined`: it does not have to. */
  readonly outside?: string;
  /** Called after the run: which protected files changed, in words. */
  end(): Promise<GuardReport>;
}

/** T5: protected files that changed while a tool ran, in words. */
interface GuardReport {
  /** Without approval; for the user and the model. */
  readonly unapproved: readonly string[];
  /** Without a question, because the mode is bypassPermissions; for the user. */
  readonly bypassed: readonly string[];
}

/** The host's own permission rules (G1, M9, T5). */
export interface Permissions {
  mode(): PermissionMode;
  /** The settings file that forbids bypassPermissions; `undefined` if none does. */
  bypassDisabledBy(): string | undefined;
  /** Returns from plan mode to the mode from before. */
  leavePlanMode(): void;
  /** The project and the directories added to it. */
  directories(): readonly string[];
  /** What the rules and the mode say about a call with this input. */
  judge(tool: Tool, input: ToolInput, cwd: string): Promise<PermissionAnswer>;
  /**
   * Called before a call runs that may run. For a command it says whether that runs outside the sandbox, because
   * the user agreed to it, and compares the protected files with their state before (T5).
   */
  beginRun(tool: Tool, input: ToolInput, cwd: string): Promise<ToolRun>;
  /** Whether a deny rule forbids a tool whatever its input. */
  forbids(tool: OfferedTool): boolean;
  /** The deny and ask rules, and which tools they are for, whatever the input. */
  restrictingRules(): readonly (Rule & { matches(tool: OfferedTool): boolean })[];
  /** Whether no deny rule forbids reading a file, for tools that find files themselves. */
  mayRead(path: string, cwd: string): boolean;
  /** Whether an ask rule is about a file that a search in a folder has found, and not about the folder. */
  needsApproval(path: string, searched: string, cwd: string): boolean;
  /** All rules, with where each comes from. */
  rules(): readonly SourcedRule[];
  /** What the user could choose besides yes and no (`permission_suggestions`). */
  suggestions(tool: Tool, input: ToolInput, cwd: string): readonly PermissionUpdate[];
  /** The same, with what the user should know before they choose. */
  offers(tool: Tool, input: ToolInput, cwd: string): readonly PermissionOffer[];
  /**
   * H3: the same rules for an agent hook: in `dontAsk` mode, and without reading anything outside the project
   * except these files.
   */
  forAgentHook(readable: readonly string[]): Permissions;
  /** The same rules in another mode, for a subagent. */
  inMode(mode: () => PermissionMode): Permissions;
  /** The same rules for a file that a prompt mentions: outside the project it needs a rule or approval. */
  forMentions(): Permissions;
  /** What the user can change so that a refused call runs, in words; `undefined` if nothing would. */
  howToAllow(tool: Tool, input: ToolInput, cwd: string): Promise<string | undefined>;
  /** The settings file that changes for a destination are written to; undefined for the session. */
  fileOf(destination: PermissionUpdate["destination"]): string | undefined;
  /** Applies changes; returns a message for each that cannot be applied. */
  update(updates: readonly unknown[]): Promise<readonly string[]>;
}
