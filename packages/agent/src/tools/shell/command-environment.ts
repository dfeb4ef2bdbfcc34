type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Commands know that an agent runs them, and in which session: what a killed host left behind is found by
 * it. Project folder and file for variables are for hooks only.
 */
export function commandEnvironment(env: Variables, sessionId: string): Variables {
  const { CLAUDE_PROJECT_DIR, CLAUDE_ENV_FILE, ...rest } = env;
  return { ...rest, CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: sessionId };
}
