#!/bin/sh
# Shows the message of a notification with the first program that this system has. To use another one, write its command
# into .claude/notice-command.
message=$(sed -n 's/.*"message":"\([^"\\]*\)".*/\1/p')
cd "$CLAUDE_PROJECT_DIR" || exit 1
if [ -f .claude/notice-command ]; then
  # Not in quotes: the command may have arguments.
  exec $(cat .claude/notice-command) Agent "$message"
fi
if command -v notify-send >/dev/null 2>&1; then exec notify-send Agent "$message"; fi
if command -v terminal-notifier >/dev/null 2>&1; then
  exec terminal-notifier -title Agent -message "$message"
fi
echo "found neither notify-send nor terminal-notifier" >&2
exit 1
