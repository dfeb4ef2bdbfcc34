#!/bin/sh
# A JSON answer on stdout decides with words; no output means no opinion.
if grep -q '"command":"ls'; then
  echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": "listing is harmless"}}'
fi
