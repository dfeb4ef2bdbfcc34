type Variables = Readonly<Record<string, string | undefined>>;

/** Commands know that an agent runs them; project folder and file for variables are for hooks only. */
export function commandEnvironment(env: Variables): Variables {
  const { CLAUDE_PROJECT_DIR, CLAUDE_ENV_FILE, ...rest } = env;
  return { ...rest, CLAUDECODE: "1" };
}
