import { useCallback } from "react";
import { useScreen, useScreenState } from "../../screen-context.ts";
import { SessionList } from "./session-list.tsx";

/** `/resume` without an id. */
export function SessionsView() {
  const { store, actions } = useScreen();
  const cwd = useScreenState(({ session }) => session?.cwd ?? "");
  const current = useScreenState(({ session }) => session?.id);
  const load = useCallback(async () => {
    const sessions = await actions.earlierSessions();
    return sessions.filter(({ id }) => id !== current);
  }, [actions, current]);
  const close = () => store.dispatch({ type: "view", view: undefined });
  const resume = (words: string) => {
    close();
    actions.submit(`/resume ${words}`);
  };
  return (
    <SessionList
      load={load}
      cwd={cwd}
      whatEscapeDoes="stay in this session"
      onChoose={resume}
      onCopy={(id) => resume(`${id} --fork-session`)}
      onEscape={close}
    />
  );
}
