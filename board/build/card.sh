# The card: boot partition, slots and data, in one file.
# shellcheck shell=bash

# MB, each: boot partition, slot, and data as it leaves here; the data partition takes the rest of the card at the first boot.
boot_mb=256 slot_mb=640 data_mb=32 gap_mb=4
firmware=(bootcode.bin fixup.dat fixup4.dat fixup4cd.dat fixup_cd.dat start.elf start4.elf start4cd.elf start_cd.elf)

make_card() {
  say 'Making the card ...'
  make_boot
  make_data
  local card=$work/$name.img sector=2048 boot slot_a slot_b data
  boot=$((gap_mb * sector)) slot_a=$(((gap_mb + boot_mb) * sector))
  slot_b=$((slot_a + slot_mb * sector)) data=$((slot_a + 2 * slot_mb * sector))
  truncate -s "$((gap_mb + boot_mb + 2 * slot_mb + data_mb))M" "$card"
  sfdisk --quiet "$card" <<TABLE
label: dos
label-id: 0x6b617369
start=$boot, size=$((boot_mb * sector)), type=c, bootable
start=$slot_a, size=$((slot_mb * sector)), type=83
start=$slot_b, size=$((slot_mb * sector)), type=83
start=$data, size=$((data_mb * sector)), type=83
TABLE
  place "$work/boot.vfat" "$card" "$boot"
  place "$work/slot.ext4" "$card" "$slot_a"
  place "$work/data.ext4" "$card" "$data"
  bmaptool --quiet create -o "$out/$name.bmap" "$card"
  say 'Compressing it ...'
  zstd -q -T0 "-$level" -o "$out/$name.img.zst" -- "$card"
}

# FILE CARD SECTOR: writes what is not zero.
place() {
  dd if="$1" of="$2" bs=512 seek="$3" conv=notrunc,sparse status=none
}

# What the board reads before a slot is chosen, and where technicians leave kasirbox.toml.
make_boot() {
  local fat=$work/boot.vfat folder=$work/boot
  make_rescue
  tar -xf "$base" -C "$work" --wildcards './usr/lib/linux-image-*/broadcom/bcm2[78]*-rpi-*.dtb' './usr/lib/raspi-firmware/*' \
    ./usr/lib/u-boot/rpi_arm64/u-boot.bin
  cp -- "${firmware[@]/#/$work/usr/lib/raspi-firmware/}" "$work/usr/lib/u-boot/rpi_arm64/u-boot.bin" \
    "$work"/usr/lib/linux-image-*/broadcom/*.dtb "$folder"
  cp -- board/boot/config.txt board/files/kasirbox.toml "$folder"
  mkimage -A arm64 -T script -C none -n kasirbox -d board/boot/boot.cmd "$folder/boot.scr" >/dev/null
  make_environment "$folder/uboot.env"
  find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  rm -f -- "$fat"
  mkfs.vfat --invariant -i 6b617369 -n KASIRBOX -C "$fat" $((boot_mb * 1024)) >/dev/null
  (cd -- "$folder" && mcopy -s -m -i "$fat" -- $(find . -mindepth 1 -maxdepth 1 -printf '%f\n' | LC_ALL=C sort) ::)
}

# An empty place for what the box keeps.
make_data() {
  local folder=$work/data
  mkdir -p -- "$folder/kasirbox" "$folder/board"
  chown "$box_id:$box_id" -- "$folder/kasirbox"
  chmod 0700 -- "$folder/kasirbox" "$folder/board"
  find "$folder" -exec touch --date="@$SOURCE_DATE_EPOCH" -- '{}' +
  make_ext4 "$folder" "$work/data.ext4" "${data_mb}M" -J size=4 -L data -U 6b617369-0000-4000-8000-000000000004 \
    -E hash_seed=6b617369-0000-4000-8000-0000000000fe,lazy_itable_init=0,lazy_journal_init=0,resize=67108864,root_owner=0:0
}
