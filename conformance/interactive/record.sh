# The hook of every event: `sh record.sh EVENT NAME` writes down its input, then does what NAME.sh says, if it exists.
# `order` gets a line when a hook starts, when it is done and when it is ended from outside; the inputs are in files of
# their own.
folder=${0%/*}
event=$1 name=$2
echo "$event $name $$" >>"$folder/order"
trap 'echo "$event-done $name $$" >>"$folder/order"' EXIT
trap 'trap - EXIT; echo "$event-killed $name $$" >>"$folder/order"; exit 143' TERM
cat >"$folder/$name-$$.json"
# How often this hook was called, this time included.
calls() { grep -c "^$event $name " "$folder/order"; }
# Sleeps, but can be ended at once.
nap() { sleep "$1" & wait $!; }
# Waits until a file exists in the hooks' folder.
await() { while ! [ -e "$folder/$1" ]; do nap 0.02; done; }
[ -e "$folder/$name.sh" ] && . "$folder/$name.sh"
exit 0
