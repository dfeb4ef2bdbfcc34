import { type AgentOptions, earlierSessions } from "@snaphook/agent";
import { render } from "ink";
import { SessionList } from "../views/sessions/session-list.tsx";

export interface PickSessionOptions {
  readonly agent: Omit<AgentOptions, "emit">;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stop: AbortSignal;
}

/** The session that the user chooses to continue. */
export type PickedSession =
  | { readonly kind: "resume"; readonly sessionId: string; readonly fork?: true }
  | { readonly kind: "new" }
  /** The user left without a choice. */
  | undefined;

/** `--resume` without an id: the user chooses before anything is opened, so no hook has run. */
export async function pickSession(options: PickSessionOptions): Promise<PickedSession> {
  const { agent, stdin, stdout, stop } = options;
  const { promise, resolve } = Promise.withResolvers<PickedSession>();
  const leave = () => resolve(undefined);
  stop.addEventListener("abort", leave, { once: true });
  const load = () => earlierSessions(agent);
  const screen = render(
    <SessionList
      load={load}
      cwd={agent.cwd}
      whatEscapeDoes="leave"
      onChoose={(sessionId) => resolve({ kind: "resume", sessionId })}
      onCopy={(sessionId) => resolve({ kind: "resume", sessionId, fork: true })}
      onNew={() => resolve({ kind: "new" })}
      onEscape={leave}
    />,
    { stdin, stdout, interactive: true, exitOnCtrlC: false, patchConsole: false },
  );
  const picked = await Promise.race([promise, screen.waitUntilExit().then(() => undefined)]);
  stop.removeEventListener("abort", leave);
  screen.clear();
  screen.unmount();
  return picked;
}
