const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Well-known programs and builtins that do not run one of their arguments as a program. */
const ordinary = words(`
  : . [ arch awk base32 base64 basename bat biome black brew break bunzip2 bzip2 cal cargo cat cd chgrp chmod chown
  cksum clang clear cmake cmp code column comm composer continue cp csplit curl cut date dd declare deno df diff dig
  dirname dirs dpkg du dnf echo ed egrep emacs eslint esbuild exit expand export expr false fc ffmpeg fgrep file fmt fold
  free fzf gawk gcc g++ gem getconf getopts gh git go gofmt gpg gradle grep groups gunzip gzip hash head help helm
  hexdump hg history host hostname iconv id ifconfig info install ip jest jobs join journalctl jq kill killall kubectl
  less let ln local locale locate logout ls lsblk lscpu lsof make man mawk md5sum mkdir mkfifo mknod mktemp more mv mvn
  mypy nano netstat ng ninja nl node nproc nslookup od openssl patch perl pgrep php ping pip pip3 pkill popd pr prettier
  printenv printf ps psql pushd pwd pylint pyright pytest python python2 python3 pytype read readlink readonly realpath
  redis-cli return rev rg rm rmdir rsync ruby ruff rustc rustup scp sed seq set sftp sha1sum sha256sum sha512sum shift
  shopt shred shuf sleep sort split sqlite3 ss stat strings stty sum suspend svn swc sync systemctl tac tail tar tee
  terraform test times top touch tput tr tree true truncate tsc tty type typeset ulimit umask unalias uname unexpand
  uniq unlink unset unxz unzip unzstd uptime vi view vim vite vitest wait wc webpack wget whereis which who whoami xxd
  xz yq zcat zgrep zip zless zstd
`);

/** Programs of which some commands run a program. */
const withRunners: ReadonlyMap<string, RegExp> = new Map([
  ...["apk", "apt", "apt-get", "yum"].map((name) => [name, /^$/] as const),
  ...["npm", "pnpm", "yarn", "bun"].map((name) => [name, /^(?:exec|x|dlx)$/] as const),
  ...["uv", "poetry", "pipenv", "conda", "bundle"].map((name) => [name, /^(?:run|exec)$/] as const),
  // A copy of a program, or another name for it, is the program.
  ...["cp", "install", "ln", "mv"].map((name) => [name, /\/s?bin\/[^/]+$/] as const),
  ["hash", /^-\w*p/] as const,
  ...["docker", "podman"].map((name) => [name, /^(?:run|exec)$/] as const),
]);

/** Whether it is known that a program does not run one of its arguments as a program. */
export function runsNoArgument(program: string, args: readonly string[]): boolean {
  const runner = withRunners.get(program);
  if (runner !== undefined) return !args.some((arg) => runner.test(arg));
  return ordinary.has(program);
}
