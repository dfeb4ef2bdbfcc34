#!/bin/sh
# The auditor only looks: nothing that writes, deletes or leaves the machine.
if grep -Eq '"command": *"[^"]*(>|\brm\b|\bmv\b|\bcurl\b|\bgit (push|commit)\b)'; then
  echo "the auditor changes nothing" >&2
  exit 2
fi
