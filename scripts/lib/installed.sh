# Sourced by scripts/install and scripts/uninstall: where a box is installed, and how releases are switched.
#
#    /opt/kasirbox/releases/N   a whole release: Node, the box, units, scripts
#    /opt/kasirbox/current      link to the release in use
#    /opt/kasirbox/previous     link to the previous one, for a rollback
#
# Outside of /opt/kasirbox there are links through `current`, and the unit of the service, which contains the name of
# its release. A single rename therefore switches the program and how systemd starts it.
# shellcheck shell=bash

export PATH=/usr/sbin:/usr/bin:/sbin:/bin
umask 022

# Files that the system looks for, each with the corresponding file of the release.
readonly LINKS=(
  'etc/sysusers.d/kasirbox.conf systemd/kasirbox.sysusers'
  'etc/systemd/journald.conf.d/kasirbox.conf systemd/journald.conf'
  'etc/systemd/system.conf.d/kasirbox.conf systemd/system.conf'
  'etc/systemd/timesyncd.conf.d/kasirbox.conf systemd/timesyncd.conf'
  'etc/udev/rules.d/70-kasirbox.rules systemd/kasirbox.rules'
  'etc/polkit-1/rules.d/70-kasirbox.rules systemd/kasirbox-polkit.rules'
  'usr/local/bin/kasirbox scripts/lib/kasirbox'
)
# Not a link, because "systemctl enable" would resolve it, and always start that release.
readonly UNIT=etc/systemd/system/kasirbox.service

# Prints what is installed and running, for repair after a failure. Set `changed` before the first change.
changed=''
say_state() {
  local used running
  used=$(readlink -- "$opt/current" 2>/dev/null) || used='none'
  running=$(systemctl show --property=ActiveState --value kasirbox 2>/dev/null) || running=''
  printf '%s: the release in use is %s; the service is %s\n' "${0##*/}" "${used#releases/}" "${running:-not known}" >&2
}

# Every failing exit ends with a sentence.
end_with_state() {
  local code=$?
  if [[ $code -ne 0 && -n $changed ]]; then say_state; fi
}
trap end_with_state EXIT

fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit 1
}

# Sets `root` to the folder that is, or will be, / of the box (empty for / itself), and `opt`.
enter_root() {
  [[ -d $1 ]] || fail "there is no folder $1"
  root=$(realpath -- "$1")
  root=${root%/}
  opt=$root/opt/kasirbox
  if [[ -z $root && $EUID -ne 0 ]]; then fail 'only root can change the running system'; fi
}

# True when the running system is changed and uses systemd.
is_live() {
  [[ -z $root && -d /run/systemd/system ]]
}

# Changes a link atomically. TARGET LINK
point() {
  if [[ -L $2 && $(readlink -- "$2") == "$1" ]]; then return; fi
  ln -sfn -- "$1" "$2.new"
  mv -fT -- "$2.new" "$2"
}

# Makes the running system load changed units, rules and limits. Sales continue.
reload() {
  local unit
  systemctl daemon-reexec || return
  for unit in systemd-journald systemd-timesyncd; do
    # Another time service, such as chrony, may replace timesyncd; it needs no configuration from the box.
    if [[ $(systemctl show --property=LoadState --value "$unit") == loaded ]]; then systemctl try-restart "$unit" || return; fi
  done
  if [[ -S /run/udev/control ]]; then
    udevadm control --reload && udevadm trigger --subsystem-match=usb --subsystem-match=tty
  fi
}
