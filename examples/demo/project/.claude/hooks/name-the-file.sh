#!/bin/sh
# SubagentStop: a subagent says which file its answer is from.
if ! grep -q '"last_assistant_message":"[^"]*\.mjs'; then
  echo "name the file that your answer is from" >&2
  exit 2
fi
