# Sourced by scripts/install and scripts/uninstall: where an installed box lies, and how it is switched.
#
#   /opt/kasirbox/releases/N   a whole release: Node, the box, units, scripts
#   /opt/kasirbox/current      link to the release that is used
#   /opt/kasirbox/previous     link to the one before, for the way back
#
# Outside of /opt/kasirbox there are links through `current`, and the unit of the service, which names its release, so that
# what systemd starts and how change in one rename.
# shellcheck shell=bash

export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

# What the system finds, each with the file of the release that it is.
readonly LINKS=(
  'etc/sysusers.d/kasirbox.conf systemd/kasirbox.sysusers'
  'etc/systemd/journald.conf.d/kasirbox.conf systemd/journald.conf'
  'etc/systemd/system.conf.d/kasirbox.conf systemd/system.conf'
  'etc/systemd/timesyncd.conf.d/kasirbox.conf systemd/timesyncd.conf'
  'etc/udev/rules.d/70-kasirbox.rules systemd/kasirbox.rules'
  'etc/polkit-1/rules.d/70-kasirbox.rules systemd/kasirbox-polkit.rules'
  'usr/local/bin/kasirbox scripts/lib/kasirbox'
)
# No link: "systemctl enable" would look through it, and start that release for ever.
readonly UNIT=etc/systemd/system/kasirbox.service

# What is installed and what runs, for whoever must go on after a failure. Set `changed` before anything is changed.
changed=''
say_state() {
  local used running
  used=$(readlink -- "$opt/current" 2>/dev/null) || used='none'
  running=$(systemctl show --property=ActiveState --value kasirbox 2>/dev/null) || running=''
  printf '%s: the release in use is %s; the service is %s\n' "${0##*/}" "${used#releases/}" "${running:-not known}" >&2
}

# Every way out that fails ends with a sentence.
end_with_state() {
  local code=$?
  if [[ $code -ne 0 && -n $changed ]]; then say_state; fi
}
trap end_with_state EXIT

fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

# Takes the folder that is, or will be, / of the box: sets `root` (empty for / itself) and `opt`.
enter_root() {
  [[ -d $1 ]] || fail "there is no folder $1"
  root=$(realpath -- "$1")
  root=${root%/}
  opt=$root/opt/kasirbox
  if [[ -z $root && $EUID -ne 0 ]]; then fail 'only root can change the running system'; fi
}

# True where it is the running system that is changed, and systemd runs it.
is_live() {
  [[ -z $root && -d /run/systemd/system ]]
}

# Lets a link point elsewhere, in one step. TARGET LINK
point() {
  if [[ -L $2 && $(readlink -- "$2") == "$1" ]]; then return; fi
  ln -sfn -- "$1" "$2.new"
  mv -fT -- "$2.new" "$2"
}

# Lets the running system see units, rules and bounds that have changed. Sales go on.
reload() {
  local unit
  systemctl daemon-reexec || return
  for unit in systemd-journald systemd-timesyncd; do
    # Another time service, such as chrony, takes the place of timesyncd; it needs nothing of the box.
    if [[ $(systemctl show --property=LoadState --value "$unit") == loaded ]]; then systemctl try-restart "$unit" || return; fi
  done
  if [[ -S /run/udev/control ]]; then
    udevadm control --reload && udevadm trigger --subsystem-match=usb --subsystem-match=tty
  fi
}
