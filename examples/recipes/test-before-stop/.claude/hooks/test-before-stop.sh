#!/bin/sh
# Runs the tests when the agent wants to stop. Exit 2 sends it back once; stop_hook_active is true the second time, and
# then it may stop, so that tests which never pass do not keep it for ever.
case $(cat) in *'"stop_hook_active":true'*) exit 0 ;; esac
cd "$CLAUDE_PROJECT_DIR" || exit 1
if ! report=$(sh "$CLAUDE_PROJECT_DIR"/run-tests.sh 2>&1); then
  echo "the tests fail; fix them: $report" >&2
  exit 2
fi
