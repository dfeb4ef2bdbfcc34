#!/bin/sh
# Refuses a push that overwrites what others have pushed.
if grep -Eq 'git push[^"]*(--force|-f\b)'; then
  echo "house rule: no push with force; make a new commit" >&2
  exit 2
fi
