# The card: boot partition, slots and data, in one file.
# shellcheck shell=bash

# Sizes in MB: boot partition, slot, and data as delivered; the data partition grows to the rest of the card at the
# first boot.
boot_mb=256 slot_mb=640 data_mb=32 gap_mb=4
# Options for few and large files. By default mke2fs treats 32 MB as a floppy disk: blocks of 1 KB and an inode for
# every 4 KB, so that inode tables would take 6 % of every card. Groups of 8 MB, so that copies of the superblock
# (groups 1 and 3) are on the card before the file system grows; /usr/lib/kasirbox/superblock looks for them there.
# `resize`: maximum number of blocks after growing, 256 GB, which needs 511 blocks for descriptors of groups. Linux
# writes them all in one transaction, which may use a third of the journal, so 4 MB would not be enough.
data_options=(
  -b 4096 -g 2048 -i 262144 -J size=8 -L data -U 6b617369-0000-4000-8000-000000000004
  -E hash_seed=6b617369-0000-4000-8000-0000000000fe,lazy_itable_init=0,lazy_journal_init=0,resize=67108864,root_owner=0:0
)
firmware=(bootcode.bin fixup.dat fixup4.dat fixup4cd.dat fixup_cd.dat start.elf start4.elf start4cd.elf start_cd.elf)

make_card() {
  say 'Making the card ...'
  make_boot
  make_data
  local card=$work/$name.img
  lay_card "$work" "$card"
  map_card "$card" "$out/$name.bmap"
  say 'Compressing it ...'
  zstd -q -T0 "-$level" -o "$out/$name.img.zst" -- "$card"
}

# FOLDER CARD: writes boot.vfat, slot.ext4 and data.ext4 of a folder to a card. Slot B is empty.
#
# bmaptool skips holes in this file, and the card keeps its old bytes there. All partitions except slot B are therefore
# written completely, because zeros matter too, as in a FAT, in a bitmap of ext4, or in a firmware file. The space
# before the partitions and both ends of slot B are overwritten with zeros, because old signatures there could make slot
# B appear bootable.
lay_card() {
  local from=$1 card=$2 sector=2048 boot slot_a slot_b data
  boot=$((gap_mb * sector)) slot_a=$(((gap_mb + boot_mb) * sector))
  slot_b=$((slot_a + slot_mb * sector)) data=$((slot_a + 2 * slot_mb * sector))
  truncate -s "$((gap_mb + boot_mb + 2 * slot_mb + data_mb))M" "$card"
  place /dev/zero "$card" 0 "$gap_mb"
  sfdisk --quiet "$card" <<TABLE
label: dos
label-id: 0x6b617369
start=$boot, size=$((boot_mb * sector)), type=e, bootable
start=$slot_a, size=$((slot_mb * sector)), type=83
start=$slot_b, size=$((slot_mb * sector)), type=83
start=$data, size=$((data_mb * sector)), type=83
TABLE
  place "$from/boot.vfat" "$card" "$boot" "$boot_mb"
  place "$from/slot.ext4" "$card" "$slot_a" "$slot_mb"
  place /dev/zero "$card" "$slot_b" 1
  place /dev/zero "$card" "$((data - sector))" 1
  place "$from/data.ext4" "$card" "$data" "$data_mb"
}

# FILE CARD SECTOR MB: writes all of it, including zeros.
place() {
  dd if="$1" of="$2" bs=1M count="$4" oflag=seek_bytes seek="$(($3 * 512))" iflag=fullblock conv=notrunc status=none
}

# CARD FILE: makes the block map of what lay_card has written. A file system that stores zeros as holes would make it
# wrong.
map_card() {
  local written=$((gap_mb + boot_mb + slot_mb + 2 + data_mb)) block blocks
  bmaptool --quiet create -o "$2" "$1"
  block=$(sed -nE 's/.*<BlockSize> *([0-9]+) .*/\1/p' "$2") blocks=$(sed -nE 's/.*<MappedBlocksCount> *([0-9]+) .*/\1/p' "$2")
  if ((block * blocks < written * 1024 * 1024)); then
    say "The map of the card leaves out blocks that were written: $1 lies on a file system that makes holes of zeros."
    return 1
  fi
}

# The files that the board reads before a slot is chosen, and kasirbox.toml for technicians.
make_boot() {
  local fat=$work/boot.vfat folder=$work/boot
  make_rescue
  tar -xf "$base" -C "$work" --wildcards './usr/lib/linux-image-*/broadcom/bcm2837-rpi-*.dtb' './usr/lib/linux-image-*/broadcom/bcm2711-rpi-*.dtb' \
    './usr/lib/raspi-firmware/*' ./usr/share/doc/raspi-firmware/copyright ./usr/lib/u-boot/rpi_arm64/u-boot.bin
  cp -- "${firmware[@]/#/$work/usr/lib/raspi-firmware/}" "$work/usr/lib/u-boot/rpi_arm64/u-boot.bin" \
    "$work"/usr/lib/linux-image-*/broadcom/*.dtb "$folder"
  # Broadcom allows distribution of its firmware with these terms.
  cp -- "$work/usr/share/doc/raspi-firmware/copyright" "$folder/LICENCE.broadcom"
  source_offer >"$folder/LICENCES.txt"
  cp -- board/boot/config.txt board/files/kasirbox.toml "$folder"
  mkimage -A arm64 -T script -C none -n kasirbox -d board/boot/boot.cmd "$folder/boot.scr" >/dev/null
  make_environment "$folder/uboot.env"
  find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  rm -f -- "$fat"
  make_fat "$fat"
  (cd -- "$folder" && mcopy -s -m -i "$fat" -- $(find . -mindepth 1 -maxdepth 1 -printf '%f\n' | LC_ALL=C sort) ::)
}

# FILE: makes an empty FAT16, which has no sector of free clusters that a mount would write. Its partition type is e.
make_fat() {
  mkfs.vfat --invariant -F 16 -i 6b617369 -n KASIRBOX -C "$1" $((boot_mb * 1024)) >/dev/null
}

# An empty file system for the data of the box.
make_data() {
  local folder=$work/data
  mkdir -p -- "$folder/kasirbox" "$folder/board"
  chown "$box_id:$box_id" -- "$folder/kasirbox"
  chmod 0700 -- "$folder/kasirbox" "$folder/board"
  find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  make_ext4 "$folder" "$work/data.ext4" "${data_mb}M" "${data_options[@]}"
}
