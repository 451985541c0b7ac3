# Sourced by scripts/start, scripts/test and scripts/bench: changes to the root of the project and prepares what they
# need. Its messages go to standard error; standard output belongs to the caller.
# shellcheck shell=bash

CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

say() {
  printf '%s\n' "$*" >&2
}

# Prints the text in the language of the terminal, chosen as the box does: Serbian or, for all others, English. SERBIAN
# ENGLISH
in_language() {
  local locale=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
  if [[ ${locale,,} == sr* ]]; then printf '%s' "$1"; else printf '%s' "$2"; fi
}

# Fails with a clear message unless Node is at least the version required by package.json.
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

# Installs the npm packages when they are missing or belong to another lock file: all of them, or with the argument
# `box` only those needed to build and run the box, which are half as many. If all were installed by hand, all of them
# stay.
install_packages() {
  local which=${1:-all} stamp=node_modules/.package-lock.sha256 wanted groups=--include=dev
  # A package that only the tests and the fakes need.
  if [[ -d node_modules/tsx ]]; then which=all; fi
  wanted=$(sha256sum package-lock.json | cut -d ' ' -f 1)
  if [[ -f $stamp && $(<"$stamp") == "$wanted "@(all|"$which") ]]; then return; fi
  if [[ $which == box ]]; then groups=--omit=dev; fi
  say "$(in_language 'Инсталирам npm пакете ...' 'Installing the npm packages ...')"
  # Install scripts are skipped, so that third-party code does not run with the installing user's rights; the packages
  # contain their binaries.
  npm ci "$groups" --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null >&2
  printf '%s %s\n' "$wanted" "$which" >"$stamp"
}

# Builds the bundle when it is missing or older than its sources.
build_if_stale() {
  local newer=dist/kasirbox.cjs
  if [[ -f $newer ]]; then
    newer=$(find src build.mjs scripts/faces scripts/help docs/sr maker.json package.json package-lock.json -newer dist/kasirbox.cjs -print -quit)
  fi
  if [[ -z $newer ]]; then return; fi
  say "$(in_language 'Правим програм уређаја ...' 'Building the box ...')"
  node build.mjs >&2
}

# Runs apt-get, and waits up to ten minutes for another apt, such as a nightly upgrade. apt's own timeout covers only
# the lock of dpkg; the lock of the package lists is awaited here. `as_root`: a command that gains root, if the caller
# is not root.
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
