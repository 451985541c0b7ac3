# Sourced by scripts/start, scripts/test and scripts/bench: stands in the root of the project and has ready what they
# need. Says what it does on standard error, so that standard output stays the caller's.
# shellcheck shell=bash

CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

say() {
  printf '%s\n' "$*" >&2
}

# The text in the language of the terminal, as the box chooses it: Serbian or, for all others, English. SERBIAN ENGLISH
in_language() {
  local locale=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
  if [[ ${locale,,} == sr* ]]; then printf '%s' "$1"; else printf '%s' "$2"; fi
}

# Fails with a clear message unless Node is as new as package.json asks.
need_node() {
  if ! command -v node >/dev/null; then
    say "$(in_language 'За kasirbox је потребан Node 20.20 или новији, а на путањи PATH га нема. Погледајте https://nodejs.org/' \
      'kasirbox needs Node 20.20 or newer, and there is no node on the PATH. See https://nodejs.org/')"
    return 1
  fi
  local version
  version=$(node --version)
  if [[ ! $version =~ ^v([0-9]+)\.([0-9]+)\. ]] ||
    ((BASH_REMATCH[1] < 20 || (BASH_REMATCH[1] == 20 && BASH_REMATCH[2] < 20))); then
    say "$(in_language "За kasirbox је потребан Node 20.20 или новији; ово је ${version:-?} ($(command -v node)). Погледајте https://nodejs.org/" \
      "kasirbox needs Node 20.20 or newer; this is ${version:-unknown} ($(command -v node)). See https://nodejs.org/")"
    return 1
  fi
}

# Installs the npm packages when they are missing or belong to another lock file: all of them, or with the argument `box` only those that the
# box is built with and made of, which are half as many. Where all have been installed by hand, all of them stay.
install_packages() {
  local which=${1:-all} stamp=node_modules/.package-lock.sha256 wanted groups=--include=dev
  # A package that only the tests and the stand-ins need.
  if [[ -d node_modules/tsx ]]; then which=all; fi
  wanted=$(sha256sum package-lock.json | cut -d ' ' -f 1)
  if [[ -f $stamp && $(<"$stamp") == "$wanted "@(all|"$which") ]]; then return; fi
  if [[ $which == box ]]; then groups=--omit=dev; fi
  say "$(in_language 'Инсталирам npm пакете ...' 'Installing the npm packages ...')"
  # What others have written runs when the box does, not with the rights of whoever installs; the packages bring their binaries along.
  npm ci "$groups" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >&2
  printf '%s %s\n' "$wanted" "$which" >"$stamp"
}

# Builds the bundle when it is missing or older than what it is made from.
build_if_stale() {
  local newer=dist/kasirbox.cjs
  if [[ -f $newer ]]; then
    newer=$(find src build.mjs scripts/faces maker.json package.json package-lock.json -newer dist/kasirbox.cjs -print -quit)
  fi
  if [[ -z $newer ]]; then return; fi
  say "$(in_language 'Правим програм уређаја ...' 'Building the box ...')"
  node build.mjs >&2
}

# Runs apt-get, which waits up to ten minutes for another one to end, such as a nightly upgrade. Its own time-out is for the lock of dpkg
# alone; the lock of the package lists is waited for here. `as_root`: a command that makes it root, where the caller is not.
apt_get() {
  local log deadline=$((SECONDS + 600))
  log=$(mktemp)
  until ${as_root[@]+"${as_root[@]}"} env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@" </dev/null >&2 2>"$log"; do
    if ((SECONDS < deadline)) && grep -q 'Could not get lock' "$log"; then
      say "$(in_language 'Чекам да се други apt-get заврши ...' 'Waiting for another apt-get to end ...')"
      sleep 5
      continue
    fi
    cat -- "$log" >&2
    rm -f -- "$log"
    return 1
  done
  rm -f -- "$log"
}
