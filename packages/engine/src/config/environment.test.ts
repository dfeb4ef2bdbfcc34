import { brand } from "@snaphook/protocol";
import { describe, expect, it } from "vitest";
import type { Scope, ScopeSettings } from "../stages/snapshot.ts";
import { settingsEnvironment } from "./environment.ts";

const settings = (scope: Scope, env: unknown): ScopeSettings => ({
  origin: { scope, root: undefined, needsTrust: scope === "project", owner: undefined },
  file: `${scope}.json`,
  values: { env },
});

/** Every name that a project may not set for others. */
const guarded = `
  PATH NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT
  DYLD_INSERT_LIBRARIES ANTHROPIC_BASE_URL ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_CUSTOM_HEADERS
  ANTHROPIC_BEDROCK_BASE_URL OPENAI_BASE_URL OPENAI_API_BASE CLAUDE_CODE_SHELL_PREFIX MY_SHELL_PREFIX CLAUDE_CONFIG_DIR
  CLAUDE_PROJECT_DIR CLAUDE_ENV_FILE ${brand.environmentPrefix}TRUST HTTP_PROXY HTTPS_PROXY http_proxy https_proxy
  ALL_PROXY NO_PROXY no_proxy npm_config_registry NPM_CONFIG_PREFIX npm_config_script_shell GIT_SSH_COMMAND GIT_DIR
  GIT_CONFIG_COUNT GIT_EXEC_PATH GIT_PROXY_COMMAND PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT PIP_INDEX_URL
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS CLASSPATH PERL5OPT PERL5LIB RUBYOPT RUBYLIB RUSTC_WRAPPER
  CARGO_HOME GOFLAGS GOPROXY DOTNET_STARTUP_HOOKS PHPRC LUA_INIT BASH_ENV ENV SHELL IFS SHELLOPTS PS4 PROMPT_COMMAND
  BASH_FUNC_ls%% ZDOTDIR EDITOR VISUAL PAGER GIT_PAGER MANPAGER BROWSER LESSOPEN HOME USERPROFILE XDG_CONFIG_HOME APPDATA
  COMSPEC PATHEXT SSL_CERT_FILE SSLKEYLOGFILE OPENSSL_CONF CURL_CA_BUNDLE REQUESTS_CA_BUNDLE SSH_ASKPASS SUDO_ASKPASS
  SSH_AUTH_SOCK AWS_ENDPOINT_URL AWS_PROFILE GOOGLE_APPLICATION_CREDENTIALS DOCKER_HOST KUBECONFIG
  OTEL_EXPORTER_OTLP_ENDPOINT CC MAKEFLAGS GCONV_PATH path Path node_options Ld_Preload anthropic_base_url`
  .trim()
  .split(/\s+/);

/** Names that projects do set and that choose nothing. */
const free =
  `NODE_ENV DEBUG DATABASE_URL LANG TZ CI FORCE_COLOR PORT API_KEY BASH_DEFAULT_TIMEOUT_MS MY_PATH ANTHROPIC_MODEL
  ANTHROPIC_SMALL_FAST_MODEL ANTHROPIC_DEFAULT_OPUS_MODEL ENVIRONMENT GOAL HOMEPAGE`
    .trim()
    .split(/\s+/);

describe("settingsEnvironment", () => {
  describe.each(["project", "local"] as const)("T6 env of %s settings", (scope) => {
    it.each(guarded)("T6 does not set %s for the host or other hooks", (name) => {
      for (const who of ["host", "user", "managed", "plugin", "skill", "agent", "code"] as const) {
        const { variables, withheld } = settingsEnvironment(
          [settings(scope, { [name]: "x", HARMLESS: "y" })],
          who,
        );
        expect(variables).toEqual({ HARMLESS: "y" });
        expect(withheld).toEqual([
          { name, file: `${scope}.json`, because: expect.stringContaining("a project may not") },
        ]);
      }
    });

    it("T6 sets them for the project's own hooks", () => {
      const env = Object.fromEntries(guarded.map((name) => [name, "x"]));
      for (const who of ["project", "local"] as const)
        expect(settingsEnvironment([settings(scope, env)], who)).toEqual({
          variables: env,
          withheld: [],
        });
    });

    it.each(free)("T6 sets %s for the host and all hooks", (name) => {
      const { variables } = settingsEnvironment([settings(scope, { [name]: "x" })], "host");
      expect(variables).toEqual({ [name]: "x" });
    });
  });

  it.each(["user", "managed", "settings-flag"] as const)(
    "T6 env of %s settings is unrestricted",
    (scope) => {
      const env = Object.fromEntries([...guarded, ...free].map((name) => [name, "x"]));
      for (const who of ["host", "user", "project", "plugin"] as const)
        expect(settingsEnvironment([settings(scope, env)], who)).toEqual({
          variables: env,
          withheld: [],
        });
    },
  );

  it("T6 a project does not change what the user set", () => {
    const applied = [settings("user", { PATH: "mine" }), settings("project", { PATH: "its" })];
    expect(settingsEnvironment(applied, "host").variables).toEqual({ PATH: "mine" });
    expect(settingsEnvironment(applied, "project").variables).toEqual({ PATH: "its" });
  });

  it("C1 the higher file wins: managed, --settings, local, project, user", () => {
    const all = (["managed", "user", "project", "local", "settings-flag"] as const).map((scope) =>
      settings(scope, { [scope]: "own", SHARED: scope }),
    );
    expect(settingsEnvironment(all, "host").variables["SHARED"]).toBe("managed");
    const others = all.slice(1);
    expect(settingsEnvironment(others, "host").variables["SHARED"]).toBe("settings-flag");
    expect(settingsEnvironment(others.slice(0, 3), "host").variables["SHARED"]).toBe("local");
  });

  it("C5 invalid values and names are withheld with a reason", () => {
    const bad = JSON.parse(
      '{"": "x", "A=B": "x", "NUL": "a\\u0000b", "N\\u0000": "x", "LIST": [], "NULL": null}',
    );
    const env = { ...bad, NUMBER: 1, YES: true };
    const { variables, withheld } = settingsEnvironment([settings("user", env)], "host");
    expect(variables).toEqual({ NUMBER: "1", YES: "true" });
    expect(withheld.map(({ name }) => name)).toEqual(Object.keys(bad));
  });

  it.each([undefined, null, 1, "x", []])("C5 env %j sets no variable", (env) => {
    expect(settingsEnvironment([settings("user", env)], "host").variables).toEqual({});
  });

  it("C5 a variable called __proto__ is only a variable", () => {
    const env = JSON.parse('{"__proto__": "x"}');
    const { variables } = settingsEnvironment([settings("user", env)], "host");
    expect(Object.entries(variables)).toEqual([["__proto__", "x"]]);
  });
});
