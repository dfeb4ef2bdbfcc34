#!/bin/sh
# Exit 2 refuses the call; what is on stderr goes to the model.
if grep -q '"command":"rm -rf'; then
  echo "recursive deletes are not allowed here: remove files one by one" >&2
  exit 2
fi
