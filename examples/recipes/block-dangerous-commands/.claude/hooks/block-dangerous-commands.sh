#!/bin/sh
# Refuses commands that cannot be undone. The "if" rules in the settings parse the command as a shell does, so this
# script only runs when rm, git push, git reset --hard or mkfs is really called; $1 says which.
command=$(cat)
refuse() {
  echo "$1" >&2
  exit 2
}
case $1 in
  rm)
    if printf '%s' "$command" | grep -Eq -e ' -[a-zA-Z]*[rR]|--recursive'; then
      refuse "recursive deletes are not allowed: remove files by name"
    fi
    ;;
  push)
    if printf '%s' "$command" | grep -Eq -e ' -[a-zA-Z]*f| --force| --mirror| --delete| [+:][a-zA-Z]'; then
      refuse "this push can throw away work of others: push without force"
    fi
    ;;
  reset) refuse "git reset --hard throws changes away: use git stash" ;;
  disk) refuse "this erases a disk" ;;
esac
