/**
 * Variables that Bash evaluates when they are set, or that change how it reads, finds or runs something. A text that
 * is assigned to `RANDOM` or `SECONDS` is computed, and substitutions in array subscripts in it run.
 */
const special =
  /^(?:_|BASH.*|CDPATH|CHILD_MAX|COMP_.*|COMPREPLY|COPROC|DIRSTACK|EMACS|ENV|EPOCH.*|EUID|EXECIGNORE|FCEDIT|FIGNORE|FUNCN.*|GLOB.*|GROUPS|HIST.*|histchars|HOME|HOST.*|IFS|IGNOREEOF|INPUTRC|INSIDE_EMACS|LINENO|MACHTYPE|MAIL.*|MAPFILE|OLDPWD|OPT.*|OSTYPE|PATH|PIPESTATUS|POSIXLY_CORRECT|PPID|PROMPT.*|PS\d|PWD|RANDOM|READLINE.*|REPLY|SECONDS|SHELL.*|SHLVL|SRANDOM|TEXTDOMAIN.*|TIMEFORMAT|TMOUT|TMPDIR|UID|auto_resume)$/;

export const isSpecialVariable = (name: string): boolean => special.test(name);
