# The rescue system: the same system in one compressed file on the boot partition, started when no slot has a try left.
# shellcheck shell=bash

make_rescue() {
  say 'Making the rescue system ...'
  local folder=$work/boot/rescue
  mkdir -p -- "$folder"
  cp -- "$slot/boot/vmlinuz" "$slot/boot/initrd.img" "$folder"
  # Excludes what a page that restores an update does not need: manuals, the faces and fonts of receipts, pages of the
  # box. The licences stay.
  local release
  release=$(readlink -- "$slot/opt/kasirbox/current")
  mksquashfs "$slot" "$folder/system.squashfs" -quiet -no-progress -comp zstd -Xcompression-level "$squashfs_level" -b 1M -noappend \
    -e boot/vmlinuz boot/initrd.img "opt/kasirbox/$release"/{docs,faces,fonts,web} usr/sbin/sshd >/dev/null
}
