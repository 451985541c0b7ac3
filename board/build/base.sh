# Debian for arm64 as its packages install it. It is cached until Debian has other versions of them.
# shellcheck shell=bash

suite=trixie

# The only keyring trusted for the image, whatever else this machine trusts.
debian_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# LABEL: prints the first mirror of this machine whose signed index is Debian's, by the label of Debian. Other origins,
# such as PostgreSQL's own packages, are skipped.
debian_mirror() {
  # apt itself expands $(FIELD).
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' 'Created-By: Packages' |
    sed -nE "s/^Debian\\|$1\\|(.*[^/])\\/?$/\\1/p" | awk 'NR == 1'
}

# Lines of sources.list for the suite of the image: from --mirror, otherwise from a mirror that this machine uses,
# otherwise from Debian.
debian_sources() {
  local main=${mirror:-} security='' options="[signed-by=$debian_keyring]" components='main non-free-firmware'
  if [[ -z $main ]]; then
    main=$(debian_mirror Debian) security=$(debian_mirror Debian-Security)
  fi
  main=${main:-http://deb.debian.org/debian}
  printf "deb $options %s %s $components\n" "$main" "$suite" "$main" "$suite-updates" "${security:-$main-security}" "$suite-security"
}

wanted_packages() {
  sed -E 's/#.*//; s/\s+$//; /^$/d' board/packages
}

# SOURCES: lists the packages that apt would install into an empty system now, using a separate configuration. Each line
# has name and version of a package, and those of its source.
list_packages() {
  local apt=$cache/apt
  mkdir -p "$apt"/{lists/partial,archives/partial,etc/apt.conf.d,etc/preferences.d,etc/trusted.gpg.d}
  rm -f -- "$apt"/etc/trusted.gpg.d/*
  cp -- "$1" "$apt/etc/sources.list"
  : >"$apt/status"
  cat >"$apt/apt.conf" <<CONF
Dir "$apt"; Dir::Etc "$apt/etc"; Dir::State "$apt"; Dir::State::lists "$apt/lists"; Dir::State::status "$apt/status";
Dir::Cache "$apt"; Dir::Etc::trusted "$debian_keyring";
APT::Architecture "arm64"; APT::Architectures { "arm64"; }; APT::Install-Recommends "false"; Acquire::Languages "none";
CONF
  APT_CONFIG=$apt/apt.conf apt-get update -q >&2
  APT_CONFIG=$apt/apt.conf apt-get install --simulate '?essential' $(wanted_packages) |
    sed -nE 's/^Inst (\S+) \((\S+) .*/\1=\2/p' | APT_CONFIG=$apt/apt.conf xargs --no-run-if-empty apt-cache show --no-all-versions |
    awk '/^Package: / { name = $2; source = "" } /^Version: / { version = $2 } /^Source: / { source = $2; its = $3 }
      /^$/ { print name, version, source == "" ? name : source, source == "" || its == "" ? version : substr(its, 2, length(its) - 2) }' |
    LC_ALL=C sort
}

# Sets `base` to the tar file of the system before the box is added. The packages are only unpacked;
# board/build/configure.sh does the work of their scripts here, in seconds and without emulation.
make_base() {
  debian_sources >"$work/sources.list"
  say "Asking $(awk 'NR == 1 { print $3 }' "$work/sources.list") for the versions of the packages ..."
  list_packages "$work/sources.list" >"$work/packages"
  local key
  key=$(cat "$work/packages" board/packages board/build/base.sh | sha256sum | cut -c 1-16)
  base=$cache/base-$key.tar
  if [[ -f $base ]]; then return; fi
  say "Fetching and unpacking $(wc -l <"$work/packages") packages ..."
  rm -f -- "$cache"/base-*.tar
  mmdebstrap <"$work/sources.list" --mode=root --architectures=arm64 --variant=extract --format=tar \
    --include="$(cut -d " " -f 1 "$work/packages" | paste -sd ,)" \
    --aptopt='Acquire::Languages "none"' --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    "$suite" "$base.new" - >&2
  mv -- "$base.new" "$base"
}
