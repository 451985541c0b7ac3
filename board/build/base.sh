# Debian for arm64, as its packages lay it out. It is kept as long as Debian has no other versions of them.
# shellcheck shell=bash

suite=trixie

# Lines of sources.list for the suite of the image, from the mirrors that this machine uses itself.
debian_sources() {
  local mirrors main security
  mapfile -t mirrors < <(sed -nE 's/^(URIs:|deb(-src)?( \[.*\])?) +(\S+).*/\4/p' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | sort -u)
  main=$(printf '%s\n' "${mirrors[@]}" | grep -v security | head -n 1)
  security=$(printf '%s\n' "${mirrors[@]}" | grep security | head -n 1)
  local components='main non-free-firmware'
  printf 'deb %s %s %s\n' "$main" "$suite" "$components" "$main" "$suite-updates" "$components" \
    "${security:-$main-security}" "$suite-security" "$components"
}

wanted_packages() {
  sed -E 's/#.*//; s/\s+$//; /^$/d' board/packages
}

# Lets apt say which packages and versions an empty system would get now, by a configuration of its own.
list_packages() {
  local apt=$cache/apt
  mkdir -p "$apt"/{lists/partial,archives/partial,etc/apt.conf.d,etc/preferences.d,etc/trusted.gpg.d}
  debian_sources >"$apt/etc/sources.list"
  : >"$apt/status"
  cat >"$apt/apt.conf" <<CONF
Dir "$apt"; Dir::Etc "$apt/etc"; Dir::State "$apt"; Dir::State::lists "$apt/lists"; Dir::State::status "$apt/status";
Dir::Cache "$apt"; Dir::Etc::trustedparts "/usr/share/keyrings";
APT::Architecture "arm64"; APT::Architectures { "arm64"; }; APT::Install-Recommends "false"; Acquire::Languages "none";
CONF
  APT_CONFIG=$apt/apt.conf apt-get update -q >&2
  APT_CONFIG=$apt/apt.conf apt-get install --simulate '?essential' $(wanted_packages) |
    sed -nE 's/^Inst (\S+) \((\S+) .*/\1 \2/p' | LC_ALL=C sort
}

# Sets `base` to the tar file of the system before anything of the box is added. The packages are only unpacked; what their
# scripts would do on a computer of the board's kind is done by board/build/configure.sh here, in seconds and without emulation.
make_base() {
  say 'Asking Debian for the versions of the packages ...'
  list_packages >"$work/packages"
  local key
  key=$(cat "$work/packages" board/packages board/build/base.sh | sha256sum | cut -c 1-16)
  base=$cache/base-$key.tar
  if [[ -f $base ]]; then return; fi
  say "Fetching and unpacking $(wc -l <"$work/packages") packages ..."
  rm -f -- "$cache"/base-*.tar
  debian_sources | mmdebstrap --mode=root --architectures=arm64 --variant=extract --format=tar \
    --include="$(cut -d " " -f 1 "$work/packages" | paste -sd ,)" \
    --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    "$suite" "$base.new" - >&2
  mv -- "$base.new" "$base"
}
