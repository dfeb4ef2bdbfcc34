// Made from examples/recipes by `npm run generate`: change examples/recipes, not this file.

import type { Recipe } from "../new/recipe.ts";

/** Every recipe: its words, its hooks and its files. */
export const recipes: readonly Recipe[] = [
  {
    name: "audit-log",
    title: "Keep a log of every tool call",
    keywords: ["audit", "log", "record", "history", "trail", "calls", "every"],
    settings: {
      hooks: {
        PostToolUse: [
          {
            hooks: [
              {
                type: "command",
                command: 'python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/audit-log.py',
                timeout: 10,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/audit-log.hooktest.yaml":
        'hook: audit-log\ntests:\n  - name: a call is logged\n    sample: PostToolUse/Bash\n    input: { tool_input: { command: ls -l } }\n    expect: { changed: [audit.jsonl], files: { audit.jsonl: \'"command": "ls -l"\' }, model: [], user: [] }\n  - name: the log grows\n    sample: PostToolUse/Write\n    files: { audit.jsonl: "first\\n" }\n    expect: { files: { audit.jsonl: "first\\n{" } }\n',
      ".claude/hooks/audit-log.py":
        '"""Appends one line of JSON for every tool call that succeeded. One write per line: parallel hooks do not mix their lines."""\n\nimport json\nimport os\nimport sys\nfrom datetime import datetime, timezone\n\ncall = json.load(sys.stdin)\nline = {\n    "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),\n    "session": call["session_id"],\n    "tool": call["tool_name"],\n    "input": call["tool_input"],\n}\npath = os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "audit.jsonl")\nwith open(path, "a", encoding="utf-8") as file:\n    file.write(json.dumps(line) + "\\n")\n',
    },
  },
  {
    name: "block-dangerous-commands",
    title: "Refuse commands that cannot be undone",
    keywords: [
      "block",
      "refuse",
      "dangerous",
      "commands",
      "rm",
      "delete",
      "remove",
      "force",
      "push",
      "reset",
      "wipe",
      "disk",
      "undo",
    ],
    settings: {
      hooks: {
        PreToolUse: [
          {
            matcher: "Bash",
            hooks: [
              {
                type: "command",
                if: "Bash(rm *)",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-dangerous-commands.sh rm',
                timeout: 10,
                onFailure: "block",
              },
              {
                type: "command",
                if: "Bash(git push:*)",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-dangerous-commands.sh push',
                timeout: 10,
                onFailure: "block",
              },
              {
                type: "command",
                if: "Bash(git reset --hard:*)",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-dangerous-commands.sh reset',
                timeout: 10,
                onFailure: "block",
              },
              {
                type: "command",
                if: "Bash(mkfs*)",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/block-dangerous-commands.sh disk',
                timeout: 10,
                onFailure: "block",
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/block-dangerous-commands.hooktest.yaml":
        'hook: block-dangerous-commands\nguards:\n  - name: deletes\n    refuse: [rm -rf build, rm -r -f build, rm --recursive build]\n    allow: [rm notes.txt, rm -f notes.txt, ls -R, npm run rm-rf]\n    reason: remove files by name\n  - name: pushes\n    refuse: [git push --force, git push -f origin main, "git push origin +main"]\n    allow: [git push, git push origin main, git status]\n    reason: push without force\n  - name: resets\n    refuse: [git reset --hard, git reset --hard HEAD~1]\n    allow: [git reset notes.txt, git reset --soft HEAD~1]\n    reason: git stash\n  - name: disks\n    refuse: [mkfs.ext4 /dev/sda1]\n    reason: erases a disk\n',
      ".claude/hooks/block-dangerous-commands.sh":
        '#!/bin/sh\n# Refuses commands that cannot be undone. The "if" rules in the settings parse the command as a shell does, so this\n# script only runs when rm, git push, git reset --hard or mkfs is really called; $1 says which.\ncommand=$(cat)\nrefuse() {\n  echo "$1" >&2\n  exit 2\n}\ncase $1 in\n  rm)\n    if printf \'%s\' "$command" | grep -Eq -e \' -[a-zA-Z]*[rR]|--recursive\'; then\n      refuse "recursive deletes are not allowed: remove files by name"\n    fi\n    ;;\n  push)\n    if printf \'%s\' "$command" | grep -Eq -e \' -[a-zA-Z]*f| --force| --mirror| --delete| [+:][a-zA-Z]\'; then\n      refuse "this push can throw away work of others: push without force"\n    fi\n    ;;\n  reset) refuse "git reset --hard throws changes away: use git stash" ;;\n  disk) refuse "this erases a disk" ;;\nesac\n',
    },
  },
  {
    name: "call-cap",
    title: "Refuse tool calls after a number of them in a session",
    keywords: ["cap", "cost", "limit", "budget", "calls", "expensive", "money", "many", "runaway"],
    settings: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: "command",
                command: 'node "$CLAUDE_PROJECT_DIR"/.claude/hooks/call-cap.mjs',
                timeout: 10,
                onFailure: "block",
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/call-cap.hooktest.yaml":
        'hook: call-cap\ntests:\n  - name: the first call proceeds\n    sample: PreToolUse/Bash\n    input: { session_id: new, tool_input: { command: ls } }\n    expect: { outcome: proceed, permission: undecided, files: { .claude/call-cap/new: "." } }\n  - name: a session with 200 calls makes no more\n    sample: PreToolUse/Bash\n    input: { session_id: long, tool_input: { command: ls } }\n    files:\n      .claude/call-cap/long: ........................................................................................................................................................................................................\n    expect: { outcome: refuse, reason: 200 tool calls }\n',
      ".claude/hooks/call-cap.mjs":
        '// Counts the tool calls of a session, and refuses them when there were too many: a session that runs in circles costs money.\nimport { appendFileSync, mkdirSync, readFileSync } from "node:fs";\nimport { join } from "node:path";\n\nconst maxCalls = 200;\n\nconst { session_id } = JSON.parse(readFileSync(0, "utf8"));\nconst folder = join(process.env.CLAUDE_PROJECT_DIR, ".claude", "call-cap");\nmkdirSync(folder, { recursive: true });\nconst file = join(folder, session_id.replace(/[^\\w-]/g, "_"));\n// Each call adds one byte, so parallel calls are counted too.\nappendFileSync(file, ".");\nif (readFileSync(file).length > maxCalls) {\n  console.error(\n    `this session has made ${maxCalls} tool calls: stop, and tell the user what is left to do`,\n  );\n  process.exitCode = 2;\n}\n',
    },
  },
  {
    name: "desktop-notice",
    title: "Show a notice on the desktop when the agent waits for you",
    keywords: ["notify", "notice", "notification", "desktop", "sound", "bell", "waiting", "alert"],
    settings: {
      hooks: {
        Notification: [
          {
            hooks: [
              {
                type: "command",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/desktop-notice.sh',
                timeout: 10,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/desktop-notice.hooktest.yaml":
        'hook: desktop-notice\ntests:\n  - name: the message is shown\n    sample: Notification\n    input: { message: Which file?, notification_type: idle_prompt }\n    files: { .claude/notice-command: sh show.sh, show.sh: \'echo "$1: $2" > shown.txt\' }\n    expect: { exit: 0, files: { shown.txt: "Agent: Which file?" } }\n',
      ".claude/hooks/desktop-notice.sh":
        '#!/bin/sh\n# Shows the message of a notification with the first program that this system has. To use another one, write its command\n# into .claude/notice-command.\nmessage=$(sed -n \'s/.*"message":"\\([^"\\\\]*\\)".*/\\1/p\')\ncd "$CLAUDE_PROJECT_DIR" || exit 1\nif [ -f .claude/notice-command ]; then\n  # Not in quotes: the command may have arguments.\n  exec $(cat .claude/notice-command) Agent "$message"\nfi\nif command -v notify-send >/dev/null 2>&1; then exec notify-send Agent "$message"; fi\nif command -v terminal-notifier >/dev/null 2>&1; then\n  exec terminal-notifier -title Agent -message "$message"\nfi\necho "found neither notify-send nor terminal-notifier" >&2\nexit 1\n',
    },
  },
  {
    name: "format-on-write",
    title: "Tidy a file after the agent has written it",
    keywords: ["format", "formatter", "tidy", "whitespace", "prettier", "write", "after", "style"],
    settings: {
      hooks: {
        PostToolUse: [
          {
            matcher: "Write|Edit",
            hooks: [
              {
                type: "command",
                command: 'node "$CLAUDE_PROJECT_DIR"/.claude/hooks/format-on-write.mjs',
                timeout: 30,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/format-on-write.hooktest.yaml":
        'hook: format-on-write\ntests:\n  - name: white space at the ends of lines goes away\n    sample: PostToolUse/Write\n    input: { tool_input: { file_path: notes.txt } }\n    files: { notes.txt: "one  \\ntwo\\t\\n\\n" }\n    expect: { changed: [notes.txt], files: { notes.txt: "one\\ntwo\\n" }, model: read it again }\n  - name: a tidy file stays as it is\n    sample: PostToolUse/Edit\n    input: { tool_input: { file_path: notes.txt } }\n    files: { notes.txt: "one\\n" }\n    expect: { changed: [], model: [] }\n',
      ".claude/hooks/format-on-write.mjs":
        '// Removes white space at the ends of lines, and lets the file end with one line break. Put your own formatter here. The model hears of\n// a change, because it would otherwise remember the old text.\nimport { readFileSync, writeFileSync } from "node:fs";\n\nconst { tool_input } = JSON.parse(readFileSync(0, "utf8"));\nconst before = readFileSync(tool_input.file_path, "utf8");\nconst after = `${before.replace(/[ \\t]+$/gm, "").trimEnd()}\\n`;\nif (after !== before) {\n  writeFileSync(tool_input.file_path, after);\n  const additionalContext = `${tool_input.file_path} was formatted; read it again before you edit it`;\n  console.log(\n    JSON.stringify({ hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } }),\n  );\n}\n',
    },
  },
  {
    name: "git-context",
    title: "Give the model the state of the repository at the start",
    keywords: ["git", "context", "branch", "status", "start", "session", "inject", "repository"],
    settings: {
      hooks: {
        SessionStart: [
          {
            hooks: [
              {
                type: "command",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/git-context.sh',
                timeout: 10,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/git-context.hooktest.yaml":
        'hook: git-context\ntests:\n  - name: the branch and what changed go to the model\n    sample: SessionStart\n    files:\n      .git/HEAD: "ref: refs/heads/feature\\n"\n      .git/config: "[core]\\n\\trepositoryformatversion = 0\\n"\n      .git/objects/keep: ""\n      .git/refs/keep: ""\n    expect: { model: ["Branch: feature", "Changed files: ", "no commits yet"] }\n  - name: a folder without a repository is said\n    sample: SessionStart\n    expect: { model: is not a git repository }\n',
      ".claude/hooks/git-context.sh":
        '#!/bin/sh\n# What SessionStart prints goes to the model before the first prompt.\ncd "$CLAUDE_PROJECT_DIR" || exit 1\nbranch=$(git symbolic-ref --short HEAD 2>/dev/null) || {\n  echo "This folder is not a git repository, or no branch is checked out."\n  exit 0\n}\necho "Branch: $branch"\necho "Changed files: $(git status --porcelain 2>/dev/null | wc -l | tr -d \' \')"\ngit log --oneline -3 2>/dev/null || echo "There are no commits yet."\n',
    },
  },
  {
    name: "protect-files",
    title: "Refuse every call that names a protected file",
    keywords: [
      "protect",
      "file",
      "files",
      "touch",
      "secret",
      "secrets",
      "env",
      "credentials",
      "keys",
      "read",
      "edit",
      "write",
      "change",
    ],
    parameter: "prod.env",
    settings: {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: "command",
                command: 'python3 "$CLAUDE_PROJECT_DIR"/.claude/hooks/protect-files.py',
                timeout: 10,
                onFailure: "block",
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/protect-files.hooktest.yaml":
        "hook: protect-files\nguards:\n  - name: shell\n    refuse: [cat prod.env, echo x > prod.env, \"cat ''prod.env\"]\n    allow: [cat prod.env.example, cat test.env, ls]\n    # A command that only mentions the file is refused too: that is the safe side.\n    lookAlikes: false\n    reason: is protected\n  - name: edits\n    sample: PreToolUse/Write\n    refuse: [/project/prod.env, prod.env]\n    allow: [/project/notes.txt]\n  - name: reads\n    sample: PreToolUse/Read\n    refuse: [/project/config/prod.env]\n",
      ".claude/hooks/protect-files.py":
        '"""Refuses every call whose input names a protected file, whatever the tool: a shell command can write files too."""\n\nimport json\nimport re\nimport sys\n\nPROTECTED = ["prod.env"]\n\n# Quotes and backslashes inside a name do not hide it.\ntext = re.sub(r"""["\'\\\\]""", "", " ".join(re.findall(r\'"(?:[^"\\\\]|\\\\.)*"\', json.dumps(json.load(sys.stdin)["tool_input"]))))\nfor name in PROTECTED:\n    if re.search(rf"(?<![\\w.-]){re.escape(name)}(?![\\w-]|\\.\\w)", text):\n        print(f"{name} is protected: work without it, or ask the user", file=sys.stderr)\n        sys.exit(2)\n',
    },
  },
  {
    name: "redact-output",
    title: "Remove secrets from what the model reads",
    keywords: [
      "redact",
      "hide",
      "mask",
      "secret",
      "secrets",
      "token",
      "tokens",
      "password",
      "output",
      "leak",
    ],
    settings: {
      hooks: {
        PostToolUse: [
          {
            matcher: "Bash",
            hooks: [
              {
                type: "command",
                command: 'node "$CLAUDE_PROJECT_DIR"/.claude/hooks/redact-output.mjs',
                timeout: 10,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/redact-output.hooktest.yaml":
        'hook: redact-output\ntests:\n  - name: a password is removed\n    sample: PostToolUse/Bash\n    input: { tool_response: { stdout: "user=me password=hunter2", stderr: "", interrupted: false, isImage: false } }\n    expect: { fields: { updatedToolOutput: { stdout: "user=me password=[removed]" } } }\n  - name: a key is removed\n    sample: PostToolUse/Bash\n    input: { tool_response: { stdout: "found sk-abcdefghijklmnop1234", stderr: "", interrupted: false, isImage: false } }\n    expect: { fields: { updatedToolOutput: { stdout: "found [removed]" } } }\n  - name: other output stays as it is\n    sample: PostToolUse/Bash\n    input: { tool_response: { stdout: hello, stderr: "", interrupted: false, isImage: false } }\n    expect: { outcome: continue, exit: 0, model: [] }\n',
      ".claude/hooks/redact-output.mjs":
        '// Replaces secrets in the output of commands before the model reads it. Add the forms that your secrets have.\nimport { readFileSync } from "node:fs";\n\nconst secrets = [\n  /\\b(?:sk|ghp|xoxb)[-_][\\w-]{16,}/g,\n  /(?<=\\b(?:password|token|secret|api_?key)\\s*[=:]\\s*)\\S+/gi,\n];\n\nconst redact = (value) => {\n  if (typeof value === "string")\n    return secrets.reduce((text, secret) => text.replace(secret, "[removed]"), value);\n  if (Array.isArray(value)) return value.map(redact);\n  if (typeof value !== "object" || value === null) return value;\n  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redact(one)]));\n};\n\nconst { tool_response } = JSON.parse(readFileSync(0, "utf8"));\nconst updatedToolOutput = redact(tool_response);\nif (JSON.stringify(updatedToolOutput) !== JSON.stringify(tool_response)) {\n  const answer = { hookEventName: "PostToolUse", updatedToolOutput };\n  console.log(JSON.stringify({ hookSpecificOutput: answer }));\n}\n',
    },
  },
  {
    name: "test-before-stop",
    title: "Send the agent back until the tests pass",
    keywords: ["test", "tests", "stop", "finish", "pass", "done", "green", "check"],
    settings: {
      hooks: {
        Stop: [
          {
            hooks: [
              {
                type: "command",
                command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/test-before-stop.sh',
                timeout: 300,
              },
            ],
          },
        ],
      },
    },
    files: {
      ".claude/hooks/test-before-stop.hooktest.yaml":
        'hook: test-before-stop\ntests:\n  - name: tests pass, so the agent may stop\n    sample: Stop\n    expect: { outcome: finish, exit: 0 }\n  - name: tests fail, so the agent continues\n    sample: Stop\n    files: { broken: "" }\n    expect: { outcome: continue, reason: [fix them, broken exists] }\n  - name: the second time it may stop\n    sample: Stop\n    input: { stop_hook_active: true }\n    files: { broken: "" }\n    expect: { outcome: finish }\n',
      ".claude/hooks/test-before-stop.sh":
        '#!/bin/sh\n# Runs the tests when the agent wants to stop. Exit 2 sends it back once; stop_hook_active is true the second time, and\n# then it may stop, so that tests which never pass do not keep it for ever.\ncase $(cat) in *\'"stop_hook_active":true\'*) exit 0 ;; esac\ncd "$CLAUDE_PROJECT_DIR" || exit 1\nif ! report=$(sh ./run-tests.sh 2>&1); then\n  echo "the tests fail; fix them: $report" >&2\n  exit 2\nfi\n',
      "run-tests.sh":
        '# Replace this with the command that runs your tests.\nif [ -e broken ]; then\n  echo "broken exists"\n  exit 1\nfi\n',
    },
  },
];
