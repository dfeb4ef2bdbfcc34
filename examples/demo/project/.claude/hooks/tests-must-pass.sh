#!/bin/sh
# Exit 2 sends the agent back, and stderr is its next instruction. A project whose tests never pass does not
# keep it for ever: the host ends the turn after eight times.
if ! report=$(node "$CLAUDE_PROJECT_DIR"/test.mjs 2>&1); then
  echo "the tests do not pass: $report" >&2
  exit 2
fi
