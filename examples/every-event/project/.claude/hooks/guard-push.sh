#!/bin/sh
# Runs for `git push` only, because of its `if`; a crash of it refuses, because of its `onFailure`.
echo "push by hand, after a look at the changes" >&2
exit 2
