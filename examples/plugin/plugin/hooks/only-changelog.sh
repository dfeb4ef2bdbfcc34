#!/bin/sh
# While the changelog is written, no other file changes.
if ! grep -q '"file_path": *"[^"]*/CHANGELOG.md"'; then
  echo "the skill changelog only writes CHANGELOG.md" >&2
  exit 2
fi
