import { brand } from "@snaphook/protocol";

/**
 * T6: variables that choose which code runs or where requests go, by what
 * reads them. Regular expressions for whole names. The list cannot be complete;
 * it has the variables from which common programs take code, options, credentials or addresses.
 */
const guarded: Readonly<Record<string, readonly string[]>> = {
  ours: [`${brand.environmentPrefix}.*`],
  // Model names choose neither code nor destination, and projects set them.
  "Claude Code": ["CLAUDE.*", "ANTHROPIC_(?!(?:.*_)?MODEL$).*", "MCP_.*", "VERTEX_.*"],
  "any program": [
    "(?:.*_)?(?:BASE_URL|API_BASE|API_HOST|ENDPOINT|ENDPOINT_URL|PROXY|SHELL_PREFIX)",
    "(?:.*_)?(?:OPTS|OPTIONS|ASKPASS|CA_BUNDLE|EXTRA_CA_CERTS)",
  ],
  "finding programs and settings": [
    "PATH|PATHEXT|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|XDG_.*",
    "SYSTEMROOT|WINDIR|COMSPEC|PSMODULEPATH",
    "RIPGREP_CONFIG_PATH|VIMINIT|EXINIT|MYVIMRC|GNUPGHOME|PYTEST_.*|GTK_MODULES|FZF_DEFAULT_COMMAND",
  ],
  shells: [
    "SHELL|ENV|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|IFS|CDPATH|PS[0-4]|PROMPT_COMMAND",
    "ZDOTDIR|FPATH|INPUTRC|GLOBIGNORE|EDITOR|VISUAL|.*PAGER|BROWSER|LESS(?:OPEN|CLOSE|KEY.*)?",
  ],
  "loader and C library": [
    "LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|GLIBC_TUNABLES|MALLOC_.*|HOSTALIASES|LOCALDOMAIN",
    "TERMINFO.*|TERMCAP",
  ],
  encryption: ["OPENSSL_.*|SSL_CERT_.*|SSLKEYLOGFILE"],
  JavaScript: ["NODE_(?!ENV$).*", "NPM_.*|YARN_.*|PNPM_.*|COREPACK_.*|DENO_.*|BUN_.*|CHOKIDAR_.*"],
  Python: ["PYTHON.*|PIP_.*|UV_.*|POETRY_.*|VIRTUAL_ENV|CONDA_.*"],
  Java: ["JAVA_.*|_JAVA_.*|JDK_.*|CLASSPATH|MAVEN_.*|GRADLE_.*"],
  "other languages": [
    "PERL.*|RUBY(?:OPT|LIB|SHELL|PATH)|GEM_.*|BUNDLE_.*|RUSTC.*|RUSTDOC|RUSTFLAGS|RUSTUP_.*|CARGO.*",
    "GO(?:FLAGS|PROXY|SUMDB|NOSUMDB|NOPROXY|PRIVATE|INSECURE|ROOT|PATH|BIN|ENV|TOOLCHAIN|AUTH|VCS)",
    "DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|NUGET_.*|PHPRC|PHP_INI_.*|COMPOSER_.*|LUA_.*|TCLLIBPATH",
    "R_(?:PROFILE|ENVIRON|LIBS|HOME).*|ERL_.*|ELIXIR_.*",
  ],
  building: ["CC|CXX|CPP|LD|AR|MAKE|MAKEFLAGS|MAKEFILES|MFLAGS|CMAKE_.*|.*_WRAPPER"],
  "version control and remote access": [
    "GIT_.*|HG.*|SVN_.*|SSH_.*|SUDO_.*|RSYNC_.*|GH_.*|GITHUB_.*|GITLAB_.*|NETRC|WGETRC|CURL_HOME",
  ],
  clouds: [
    "AWS_.*|AZURE_.*|GOOGLE_.*|GCLOUD_.*|CLOUDSDK_.*|CLOUD_ML_REGION|KUBECONFIG|DOCKER_.*|OTEL_.*",
  ],
};

// Windows ignores the case of names, and some programs do everywhere: http_proxy, npm_config_registry.
const anyGuarded = new RegExp(`^(?:${Object.values(guarded).flat().join("|")})$`, "i");

/** Whether a variable chooses code or destination, so that a project may not set it for others (T6). */
export const choosesCodeOrDestination = (name: string): boolean => anyGuarded.test(name);
