# SPDX-FileCopyrightText: 2026 The Holon Authors
# SPDX-License-Identifier: Apache-2.0

# Sourced by ./run, ./test and tools/check from the repository root: installs what is missing and
# builds into build/release. Messages go to stderr; long output to build/log/.

unity_batch=40  # sources that a new build folder compiles at a time

say() { echo "$*" >&2; }

# found PROBE: command:NAME, header:PATH or library:FILE
found() {
  case $1 in
    command:*) command -v "${1#command:}" >/dev/null ;;
    header:*)
      local file=${1#header:} folder
      for folder in /usr/include /usr/local/include /usr/include/*-linux-gnu ${CPATH//:/ } \
        ${CMAKE_PREFIX_PATH:+"${CMAKE_PREFIX_PATH%%[:;]*}/include"}; do
        [ -e "$folder/$file" ] && return 0
      done
      return 1
      ;;
    library:*)
      for folder in /usr/lib /usr/local/lib /usr/lib/*-linux-gnu ${LD_LIBRARY_PATH//:/ }; do
        [ -e "$folder/${1#library:}" ] && return 0
      done
      return 1
      ;;
  esac
}

# lock NAME WHAT: waits until no other call in this folder holds the lock of that name. Programs that
# are started later do not keep it.
lock() {
  command -v flock >/dev/null || return 0
  mkdir -p build/log
  exec {lock_file}>"build/log/.$1.lock"
  flock -n "$lock_file" && return 0
  say "waiting for the other $2"
  flock "$lock_file"
}
unlock() { [ -z "${lock_file:-}" ] || exec {lock_file}>&-; }

# find_missing LIST…: sets missing and missing_optional to the packages of these lists that no probe
# finds.
find_missing() {
  missing=()
  missing_optional=()
  local list package probes probe optional
  for list in "$@"; do
    while read -r package probes; do
      case $package in '' | \#*) continue ;; esac
      optional=
      if [ "$package" = optional ]; then
        optional=1
        read -r package probes <<<"$probes"
      fi
      for probe in $probes; do found "$probe" && continue 2; done
      if [ -n "$optional" ]; then missing_optional+=("$package"); else missing+=("$package"); fi
    done <"tools/packages/$list.txt"
  done
}

# install_missing LIST…: installs with apt-get what the lists name and the machine lacks. Without
# the right to do so it goes on; build then says what was needed.
install_missing() {
  find_missing "$@"
  [ "${#missing[@]}" -eq 0 ] && [ "${#missing_optional[@]}" -eq 0 ] && return 0
  lock install installation
  install_alone "$@"
  unlock
}

install_alone() {
  find_missing "$@"  # the other installation may have done it
  local wanted=("${missing[@]}" "${missing_optional[@]}")
  [ "${#wanted[@]}" -eq 0 ] && configure_again=1 && return 0
  local as_root=()
  if ! command -v apt-get >/dev/null; then
    return 0
  elif [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || return 0
    as_root=(sudo -n)
  fi
  say "installing ${wanted[*]} (log: build/log/install.txt)"
  mkdir -p build/log
  {
    "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
      install -y --no-install-recommends "${wanted[@]}" ||
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
        install -y --no-install-recommends "${missing[@]}"
  } >build/log/install.txt 2>&1 </dev/null || {
    tail -n 15 build/log/install.txt >&2
    say "the installation failed; going on with what is here"
  }
  configure_again=1
}

# fail_build LOG WHAT LIST…
fail_build() {
  local log=$1 what=$2
  shift 2
  grep -E -A 12 '(error:|^FAILED:|undefined reference|^CMake Error|Killed)' "$log" | head -n 60 >&2 ||
    tail -n 5 "$log" >&2
  say "$what failed; the whole output is in $log"
  find_missing "$@"
  if [ "${#missing[@]}" -gt 0 ]; then
    say "missing on this machine, and not installable without root: ${missing[*]}"
    say "  sudo apt-get install ${missing[*]}"
  fi
  return 1
}

# follow LOG [OBJECTS]: writes the output of ninja or ctest to a log and reports the progress: on a
# terminal in one line that changes, elsewhere in a line every minute. With the number of objects to
# compile it estimates what remains, from the time that those so far have taken.
follow() {
  local log=$1 objects=${2:-0} compiled=0 steps='' begun='' shown='' reported=$SECONDS line part='' status
  : >"$log"
  while :; do
    IFS= read -r -t 5 line
    status=$?
    part+=$line
    if [ "$status" -le 128 ]; then
      [ "$status" -eq 0 ] || [ -n "$part" ] || break
      printf '%s\n' "$part" >>"$log"
      if [[ $part =~ ^\[\ *([0-9]+(/[0-9]+|%))\]\ *(Building|Linking|Generating|Re-running) ]]; then
        [ -n "$begun" ] || { say "building (log: $log)"; begun=$SECONDS reported=$SECONDS; }
        steps="${BASH_REMATCH[1]}"
        [[ $part =~ Building\ C(XX)?\ object ]] && compiled=$((compiled + 1))
      elif [[ $part =~ ^\ *([0-9]+/[0-9]+)\ Test ]]; then
        steps="${BASH_REMATCH[1]} tests"
      fi
      part=''
    fi
    if [ -n "$steps" ] && [ -t 2 ]; then
      printf '\r\033[K%s' "$(progress)" >&2
      shown=1
    elif [ -n "$steps" ] && [ $((SECONDS - reported)) -ge 60 ]; then
      progress >&2
      reported=$SECONDS
    fi
  done
  [ -z "$shown" ] || printf '\r\033[K' >&2
}

# Of follow's variables: "[37/140] compiled 21 of 118, about 4 min left".
progress() {
  local text="[$steps]" left
  if [ "$objects" -gt 0 ] && [ "$compiled" -le "$objects" ]; then
    text+=" compiled $compiled of $objects"
    # The first ones are precompiled headers and tell little of the others.
    if [ "$compiled" -ge 5 ] && [ "$compiled" -lt "$objects" ]; then
      left=$(((SECONDS - begun) * (objects - compiled) / compiled))
      if [ "$left" -ge 90 ]; then
        text+=", about $(((left + 30) / 60)) min left"
      else
        text+=", about $(((left / 10 + 1) * 10)) s left"
      fi
    fi
  fi
  echo "$text"
}

# build TARGET LIST…: configures where needed and builds one target of build/release, one call at a
# time: they share the folder and its logs.
build() {
  local status
  if ! mkdir -p build/log build/release 2>/dev/null || [ ! -w build/log ] || [ ! -w build/release ]; then
    say "'$PWD/build' must be a folder that can be written: results of the build go there"
    return 1
  fi
  lock build build
  build_alone "$@"
  status=$?
  unlock
  return "$status"
}

build_alone() {
  local target=$1
  shift
  if ! command -v cmake >/dev/null; then
    find_missing "$@"
    say "cmake is missing, and packages cannot be installed without root; needed are:"
    say "  sudo apt-get install ${missing[*]}"
    return 1
  fi
  local cache=build/release/CMakeCache.txt
  if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
    # Made for another place, or its making was cut short. Nothing else is ever removed.
    if [ -e "$cache" ] || [ -e build/release/build.ninja ] || [ -d build/release/CMakeFiles ]; then
      rm -rf build/release
    fi
  fi
  if [ "$target" = all ] && [ -e "$cache" ] &&
    ! grep -qE '^HOLON_TESTS_FOUND:INTERNAL=(1|TRUE|ON)' "$cache"; then
    configure_again=1
  fi
  # Reports and the desktop are left out where npm or its packages were missing; that may have changed.
  if [ -e build/release/web/left_out.txt ] ||
    { grep -qsE '^HOLON_(NPM|NODE):.*NOTFOUND' "$cache" && command -v npm >/dev/null; }; then
    configure_again=1
  fi
  # A new folder compiles sources in batches, which reads the headers they share once; a folder that
  # exists keeps its setting. HOLON_UNITY in the environment sets either (0: each source alone).
  local batches=()
  if [ -n "${HOLON_UNITY:-}" ] || [ ! -e "$cache" ]; then
    batches=("-DHOLON_UNITY=${HOLON_UNITY:-$unity_batch}")
    grep -qsxF "HOLON_UNITY:STRING=${HOLON_UNITY:-$unity_batch}" "$cache" || configure_again=1
  fi
  if [ ! -e build/release/build.ninja ] && [ ! -e build/release/Makefile ] ||
    [ -n "${configure_again:-}" ]; then
    local generator=()
    [ -e "$cache" ] || ! command -v ninja >/dev/null || generator=(-G Ninja)
    cmake -S . -B build/release "${generator[@]}" "${batches[@]}" -DCMAKE_BUILD_TYPE=Release \
      -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >build/log/configure.txt 2>&1 ||
      { fail_build build/log/configure.txt "the configuration" "$@"; return 1; }
  fi
  if [ -e build/release/build.ninja ]; then
    local objects
    if [ -s build/release/.ninja_deps ]; then
      objects=$(ninja -C build/release -n "$target" 2>/dev/null | grep -cE 'Building C(XX)? object')
    else  # new: all of them (-n would list no more than the check of the globs)
      objects=$(ninja -C build/release -t commands "$target" 2>/dev/null | grep -cE ' -c [^ ]+$')
    fi
    ninja -C build/release "$target" 2>&1 | follow build/log/build.txt "$objects"
  else
    cmake --build build/release --target "$target" -j "$(nproc)" 2>&1 | follow build/log/build.txt
  fi
  [ "${PIPESTATUS[0]}" -eq 0 ] || { fail_build build/log/build.txt "the build" "$@"; return 1; }
}
