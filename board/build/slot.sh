# The file system of a slot: Debian, the box, files specific to the image, and the initial RAM disk.
# shellcheck shell=bash

# Makes the complete slot. It is read-only on the board; /var is in memory, and /data is the last partition.
make_slot() {
  say 'Laying the slot ...'
  slot=$work/slot
  mkdir -- "$slot"
  tar -xf "$base" -C "$slot"
  configure_base
  add_box
  add_overlay
  drop_what_no_box_needs
  make_initrd
  local kernels=("$slot"/boot/vmlinuz-*)
  mv -- "${kernels[0]}" "$slot/boot/vmlinuz"
  # One image starts all boards: U-Boot passes on the device tree that the firmware has chosen and completed.
  rm -rf -- "$slot"/boot/{System.map,config}-* "$slot"/boot/firmware/*
  find "$slot" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  make_ext4 "$slot" "$work/slot.ext4" 640M -O ^has_journal,^metadata_csum_seed -L slot -U 6b617369-0000-4000-8000-000000000002 \
    -E hash_seed=6b617369-0000-4000-8000-0000000000ff,lazy_itable_init=0,root_owner=0:0
}

# The same installation as on any Debian board, with the licence of Node, and the offer of sources that the GPL
# requires.
add_box() {
  scripts/install "$slot" "$node_arm64" >&2
  install -D -m 0644 -- "$node_arm64.LICENSE" "$slot/usr/share/doc/node/copyright"
  mkdir -- "$slot/usr/share/doc/kasirbox"
  source_offer >"$slot/usr/share/doc/kasirbox/LICENCES.txt"
  systemd-sysusers --root="$slot" "$slot/etc/sysusers.d/kasirbox.conf"
}

source_offer() {
  sed "1 s/VERSION/$version/" board/files/LICENCES.txt
}

add_overlay() {
  cp -a --no-preserve=ownership -- board/overlay/. "$slot"
  install -m 0644 -t "$slot/etc/systemd/network" -- board/files/*.link
  install -m 0644 -t "$slot/etc/systemd/system" -- board/files/kasirbox-board.service
  cp -a --no-preserve=ownership -- board/files/*.service.d "$slot/etc/systemd/system"
  install -m 0644 -- "$keys/ca.pem" "$slot/etc/rauc/keyring.pem"
  mkdir -p -- "$slot"/{data,boot/firmware,var/lib/kasirbox}
  : >"$slot/etc/machine-id"
  # systemd never starts with a clock earlier than the time of this file.
  : >"$slot/usr/lib/clock-epoch"
  rm -f -- "$slot"/etc/ssh/ssh_host_* "$slot"/var/lib/dbus/machine-id "$slot"/etc/hostname
  echo kasirbox >"$slot/etc/hostname"
  ln -sf ../run/systemd/resolve/stub-resolv.conf "$slot/etc/resolv.conf"
  # For each of these systemctl would run a program of the board.
  rm -r -- "$slot/etc/init.d"
  systemctl --quiet --root="$slot" enable kasirbox kasirbox-board systemd-networkd systemd-resolved systemd-timesyncd nftables \
    media.mount kasirbox-restart.path kasirbox-superblock.service kasirbox-trial.timer ssh
  # Files that would be created in /etc at each start are created now, because /etc is read-only.
  systemd-tmpfiles --root="$slot" --create --prefix=/etc 2>/dev/null || true
  mkdir -p -- "$slot/etc/systemd/system-generators"
  ln -s /dev/null "$slot/etc/systemd/system-generators/systemd-ssh-generator"
  # There are no logins at the board: no password, and no console with a login prompt.
  systemctl --quiet --root="$slot" mask getty@tty1.service serial-getty@ttyAMA0.service serial-getty@ttyS1.service \
    systemd-networkd-wait-online.service systemd-random-seed.service e2scrub_reap.service e2scrub_all.timer fstrim.timer \
    dpkg-db-backup.timer apt-daily.timer apt-daily-upgrade.timer systemd-firstboot.service ldconfig.service ctrl-alt-del.target
  # Work that every start would do in vain: kernel file systems that the box does not use, and services for systems that
  # change.
  systemctl --quiet --root="$slot" mask dev-hugepages.mount dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount \
    sys-kernel-config.mount sys-fs-fuse-connections.mount systemd-remount-fs.service systemd-update-done.service \
    systemd-journal-catalog-update.service systemd-journal-flush.service systemd-networkd-persistent-storage.service \
    systemd-network-generator.service systemd-udev-load-credentials.service systemd-logind.service systemd-pcrphase.service
}

# Removes parts of Debian that the box does not use: drivers of absent hardware, and programs needed only for
# installation.
drop_what_no_box_needs() {
  local drivers kernel
  for kernel in "$slot"/usr/lib/modules/*/kernel; do
    drivers=$kernel/drivers
    rm -rf -- "$kernel/sound" "$drivers"/{gpu,media,infiniband,iio,ata,accel,isdn,comedi,staging,hwtracing,target,input/{touchscreen,joystick,tablet}} \
      "$kernel"/fs/{btrfs,xfs,ocfs2,ceph,gfs2,nfs,nfsd,smb,orangefs,jfs,reiserfs,bcachefs,coda,afs,9p,ubifs,jffs2,nilfs2,hfs,hfsplus,dlm,erofs} \
      "$drivers"/net/{ethernet/{mellanox,intel,broadcom/bnxt,chelsio,qlogic,cavium,amazon,marvell,cisco,emulex,netronome,hisilicon,huawei,sfc,pensando,fungible,google},wireless/{ath,intel,mediatek,ralink,realtek,marvell,ti,rsi,intersil,atmel,admtek,zydas},can,fddi,hippi,ieee802154}
    # Of the USB network adapters only drivers of kinds soldered to boards; a device that imitates one of these is still
    # accepted.
    find "$drivers/net/usb" -type f ! -name 'usbnet.*' ! -name 'smsc95xx.*' ! -name 'lan78xx.*' -delete
    # USB sticks are SCSI disks.
    find "$drivers/scsi" -type f ! -name 'scsi_common.*' ! -name 'scsi_mod.*' ! -name 'sd_mod.*' -delete
    depmod --basedir "$slot" "$(basename -- "${kernel%/kernel}")"
  done
  # Programs that install packages or are written in Perl, and tables of character sets and of hardware names.
  rm -rf -- "$slot"/usr/{share/{bash-completion,lintian,perl5,zsh,bug,doc-base,initramfs-tools,dpkg,debconf},src,games} \
    "$slot"/usr/lib/{raspi-firmware,u-boot,apt,dpkg,klibc,initramfs-tools,udev/hwdb.d} "$slot"/usr/lib/linux-image-* \
    "$slot"/usr/lib/aarch64-linux-gnu/{perl,perl5,perl-base,libapt-*,libdb-*} \
    "$slot"/usr/bin/{perl*,apt,apt-*,dpkg*,sqv} "$slot"/etc/{apt,dpkg,initramfs-tools,kernel,cron.*,logrotate.d,rc?.d} \
    "$slot"/var/{cache,lib/apt,lib/dpkg,log}/*
  # Of the character sets only that of names on a FAT partition.
  find "$slot/usr/lib/aarch64-linux-gnu/gconv" -type f ! -name 'gconv-modules*' ! -name IBM850.so -delete
}

# Makes the initial RAM disk: busybox, the modules for cards and disks, and board/initramfs/init.
make_initrd() {
  local folder=$work/initrd module kernel
  kernel=$(basename -- "$slot"/usr/lib/modules/*)
  mkdir -p -- "$folder"/{bin,root}
  cp -- "$slot/usr/bin/busybox" "$folder/bin/busybox"
  install -m 0755 -- board/initramfs/init "$folder/init"
  install -m 0644 -- board/initramfs/modules "$folder/modules"
  while read -r module; do
    modprobe -d "$slot" -S "$kernel" --show-depends "$module" 2>/dev/null | sed -n 's/^insmod //p'
  done <board/initramfs/modules | sort -u | while read -r module; do
    module=${module#"$slot"}
    module=${module#/usr}
    install -D -m 0644 -- "$slot/usr$module" "$folder$module"
    # busybox cannot load compressed modules.
    unxz --force --quiet -- "$folder$module"
  done
  cp -- "$slot"/usr/lib/modules/"$kernel"/modules.{order,builtin,builtin.modinfo} "$folder/lib/modules/$kernel/"
  depmod --basedir "$folder" "$kernel"
  find "$folder" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  (cd -- "$folder" && find . -print0 | LC_ALL=C sort -z | cpio --quiet --null --create --format=newc --reproducible --owner=0:0) |
    zstd -q -19 >"$slot/boot/initrd.img"
}
