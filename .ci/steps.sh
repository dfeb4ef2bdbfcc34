# What .ci/run and .ci/nightly share. A step that passes says so in one line; one that fails shows all of its output.
# The others run all the same.
set -uo pipefail
export CI=1 NO_COLOR=1
unset FORCE_COLOR

failed=()
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Runs a step, and prints its seconds of waiting and of processor time.
run_step() {
  local TIMEFORMAT='%R s, processor %U + %S s'
  { time bash -c "$1" >"$2.log" 2>&1; } 2>"$2.time"
}

show_step() {
  if [ "$2" = 0 ]; then
    printf 'ok   %s: %s\n' "$1" "$(cat "$3.time")"
  else
    cat "$3.log"
    printf 'FAIL %s: %s\n' "$1" "$(cat "$3.time")"
    failed+=("$1")
  fi
}

step() {
  run_step "$1" "$scratch/step"
  show_step "$1" $? "$scratch/step"
}

# Runs steps that mostly wait side by side.
steps_together() {
  local command index pids=()
  for command; do
    run_step "$command" "$scratch/step-${#pids[@]}" &
    pids+=($!)
  done
  index=0
  for command; do
    wait "${pids[$index]}"
    show_step "$command" $? "$scratch/step-$index"
    index=$((index + 1))
  done
}

# Installs a program that tests need, if it is missing: no test may be skipped here. $1 is the program, $2 the package,
# $3 what is tested with it.
install_program() {
  local log=$scratch/$2
  command -v "$1" >/dev/null && return
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "$2 is missing, and only root can install it with apt-get: the tests of $3 will fail as skipped"
    return
  fi
  apt-get install -y "$2" >"$log" 2>&1 || { apt-get update && apt-get install -y "$2"; } >"$log" 2>&1 ||
    { tail -5 "$log"; echo "$2 could not be installed: the tests of $3 will fail as skipped"; }
}

end() {
  [ ${#failed[@]} -eq 0 ] && exit 0
  printf 'failed: %s\n' "${failed[@]}"
  exit 1
}
