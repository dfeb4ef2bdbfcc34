#!/bin/sh
# Refuses commands with --force while a release is under way.
if grep -q -e --force; then
  echo "no --force during a release" >&2
  exit 2
fi
