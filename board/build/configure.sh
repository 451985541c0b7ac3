# Does the work of the installation scripts of Debian's packages, as far as a box needs it, and reproducibly.
# shellcheck shell=bash

# User and group of the box by number, because its data belong to them across all slots.
box_id=900

configure_base() {
  add_users
  add_common_files
  trust_certificates
  # There are no logins, so no file needs to run with the rights of its owner.
  find "$slot" -xdev -type f -perm /6000 -exec chmod ug-s -- '{}' +
}

# Adds Debian's fixed users, that of the box, and those that packages describe to systemd-sysusers. None has a password.
add_users() {
  sed 's/:\*:/:x:/' "$slot/usr/share/base-passwd/passwd.master" >"$slot/etc/passwd"
  sed 's/:\*:/:x:/' "$slot/usr/share/base-passwd/group.master" >"$slot/etc/group"
  printf 'kasirbox:x:%d:%d:kasirbox fiscal POS:/var/lib/kasirbox:/usr/sbin/nologin\n' "$box_id" "$box_id" >>"$slot/etc/passwd"
  # netdev: D-Bus lets its members use wpa_supplicant; it has no members.
  printf 'kasirbox:x:%d:\nnetdev:x:%d:\n' "$box_id" $((box_id + 1)) >>"$slot/etc/group"
  cut -d : -f 1 "$slot/etc/passwd" | sed 's/$/:*:19000:0:99999:7:::/' >"$slot/etc/shadow"
  cut -d : -f 1 "$slot/etc/group" | sed 's/$/:*::/' >"$slot/etc/gshadow"
  chmod 0640 -- "$slot"/etc/{shadow,gshadow}
  # This machine's systemd may be older than the slot's and not know locked users (u!); these users have no password
  # anyway.
  cat -- "$slot"/usr/lib/sysusers.d/*.conf | sed 's/^u!/u/' | systemd-sysusers --root="$slot" - 2>/dev/null
  chgrp "$(id_of shadow group)" -- "$slot"/etc/{shadow,gshadow}
  rm -f -- "$slot"/etc/{passwd,group,shadow,gshadow}- "$slot/etc/.pwd.lock"
}

# NAME passwd|group: prints its number in the slot.
id_of() {
  awk -F: -v name="$1" '$1 == name { print $3 }' "$slot/etc/$2"
}

add_common_files() {
  mkdir -p -- "$slot"/{media,mnt,opt,srv,root/.ssh,usr/local/{bin,lib,share},var/{lib,log,cache,spool,tmp,opt}}
  chmod 0700 -- "$slot/root" "$slot/root/.ssh"
  chmod 1777 -- "$slot/var/tmp" "$slot/tmp"
  cp -- "$slot/usr/share/libc-bin/nsswitch.conf" "$slot/etc/nsswitch.conf"
  cp -- "$slot/usr/share/base-files/profile" "$slot/etc/profile"
  cp -- "$slot/usr/share/openssh/sshd_config" "$slot/etc/ssh/sshd_config"
  printf '127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n' >"$slot/etc/hosts"
  printf '/bin/sh\n/bin/bash\n' >"$slot/etc/shells"
  : >"$slot/etc/environment"
  ln -sf ../proc/self/mounts "$slot/etc/mtab"
  ln -s mawk "$slot/usr/bin/awk"
  ln -s which.debianutils "$slot/usr/bin/which"
  ln -s regulatory.db-debian "$slot/usr/lib/firmware/regulatory.db"
  ln -s regulatory.db.p7s-debian "$slot/usr/lib/firmware/regulatory.db.p7s"
  local part
  for part in auth account password session session-noninteractive; do
    # sshd uses PAM only for the session; a key is the only way to sign in.
    printf '%s required pam_unix.so\n' "${part%-noninteractive}" >"$slot/etc/pam.d/common-$part"
  done
}

# Writes the authorities trusted by Debian as one file, and with the hashed names that OpenSSL looks for.
trust_certificates() {
  local folder=$slot/etc/ssl/certs all
  mapfile -t all < <(find "$slot/usr/share/ca-certificates" -name '*.crt' | LC_ALL=C sort)
  cat -- "${all[@]}" >"$folder/ca-certificates.crt"
  local one name
  for one in "${all[@]}"; do
    name=$(basename -- "$one" .crt).pem
    ln -sf "../../..${one#"$slot"}" "$folder/$name"
  done
  openssl rehash "$folder" 2>/dev/null || true
}
