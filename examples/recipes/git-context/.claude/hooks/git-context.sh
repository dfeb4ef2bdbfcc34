#!/bin/sh
# What SessionStart prints goes to the model before the first prompt.
cd "$CLAUDE_PROJECT_DIR" || exit 1
branch=$(git symbolic-ref --short HEAD 2>/dev/null) || {
  echo "This folder is not a git repository, or no branch is checked out."
  exit 0
}
echo "Branch: $branch"
echo "Changed files: $(git status --porcelain 2>/dev/null | wc -l | tr -d ' ')"
git log --oneline -3 2>/dev/null || echo "There are no commits yet."
