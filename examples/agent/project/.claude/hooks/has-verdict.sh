#!/bin/sh
# Sends the auditor back once if its report has no verdict.
input=$(cat)
case $input in
  *'"stop_hook_active":true'* | *'"stop_hook_active": true'* | *VERDICT:*) exit 0 ;;
esac
echo "end your report with VERDICT: clean, or VERDICT: and the number of secrets" >&2
exit 2
