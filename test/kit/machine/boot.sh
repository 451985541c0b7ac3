#!/usr/bin/env bash
# Boots a systemd of its own: boot.sh FOLDER PROJECT NODE
#
# It sees this machine's files through an overlay, so that nothing it writes stays, PROJECT at /project and NODE at /node,
# both read-only, a network of its own that has no way out, and of the devices only those that every program has. Of the
# capabilities it lacks those by which it could change the kernel that it shares. It ends with this process.
set -euo pipefail

# What is being done is what a failure names: the first line of the file that tells why there can be no machine here.
step() {
  printf '%s\n' "$1" >"$folder/step"
}

# In the machine's own namespaces.
inside() {
  local root=$folder/machine/root device
  step 'mount a tmpfs'
  mkdir -p "$folder/machine"
  mount -t tmpfs tmpfs "$folder/machine"
  mkdir "$folder"/machine/{upper,work,root}
  step 'mount an overlay on /'
  mount -t overlay -o "lowerdir=/,upperdir=$folder/machine/upper,workdir=$folder/machine/work" overlay "$root"

  step 'mount /proc, /sys, /dev and /run'
  mount -t proc proc "$root/proc"
  mount --bind "$root/proc/sys" "$root/proc/sys"
  mount -o remount,bind,ro "$root/proc/sys"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root"/dev/{pts,shm}
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for device in dev/shm run tmp root home var/lib var/log; do
    mount -t tmpfs -o mode=755 tmpfs "$root/$device"
  done
  chmod 1777 "$root"/{tmp,dev/shm}
  # Debian keeps the journal on the disk.
  mkdir "$root/var/log/journal"
  step 'mount cgroup2'
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"

  step 'lend project and Node'
  mkdir "$root/project"
  touch "$root/node"
  mount --bind -o ro "$project" "$root/project"
  mount --bind -o ro "$node" "$root/node"

  # Only what every boot has; what this machine has been told to start besides is not wanted.
  rm -rf "$root"/etc/systemd/system/* "$root"/etc/{fstab,machine-id}
  ln -s /usr/lib/systemd/system/basic.target "$root/etc/systemd/system/default.target"
  tr -d - </proc/sys/kernel/random/uuid >"$root/etc/machine-id"
  step 'change the root and run systemd'
  cd "$root"
  mkdir old
  pivot_root . old
  umount --lazy old
  # As systemd has it on a machine: what is mounted later shows in the services too.
  mount --make-rshared /
  local kept=-sys_module,-sys_rawio,-sys_time,-syslog,-sys_boot
  exec env -i PATH=/usr/sbin:/usr/bin container=kasirbox \
    setpriv --bounding-set "$kept" --inh-caps "$kept" /lib/systemd/systemd --system </dev/null
}

folder=$1 project=$2 node=$3
if [[ ${4-} == inside ]]; then
  inside
else
  step 'make a cgroup'
  hierarchy=$(findmnt --noheadings --first-only --types cgroup2 --output TARGET)
  printf '%s\n' "$hierarchy/${folder##*/}" >"$folder/cgroup"
  mkdir "$hierarchy/${folder##*/}"
  echo $$ >"$hierarchy/${folder##*/}/cgroup.procs"
  step 'make namespaces'
  exec unshare --fork --kill-child --pid --mount --uts --ipc --net --cgroup --propagation private \
    "$0" "$folder" "$project" "$node" inside
fi
