#!/bin/sh
# Refuses every call whose input names a protected file, whatever the tool: a shell command can write files too. It looks at the whole input,
# also at the folders in it, because a shell cannot read JSON.
protected="prod.env"

# Quotes, backslashes and line breaks inside or before a name do not hide it.
text=$(sed 's/\\[nrt]/ /g' | tr -d "\"'\\\\")
for name in $protected; do
  pattern=$(printf '%s' "$name" | sed 's/[].[\*^$]/\\&/g')
  if printf '%s\n' "$text" | grep -Eq "(^|[^A-Za-z0-9_.-])$pattern($|[^A-Za-z0-9_.-]|[.]([^A-Za-z0-9_]|$))"; then
    echo "$name is protected: work without it, or ask the user" >&2
    exit 2
  fi
done
