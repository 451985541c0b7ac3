# Reproducible file systems.
# shellcheck shell=bash

# FOLDER FILE SIZE OPTION...: makes a file with an ext4 file system that contains this folder.
make_ext4() {
  local folder=$1 file=$2 size=$3
  E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH mke2fs -q -t ext4 -m 0 "${@:4}" -d "$folder" -F "$file" "$size"
  # mke2fs copies the times of reading a file and of changing its inode, which are now. The first files have the lowest
  # numbers, without a gap.
  local total free
  { read -r total && read -r free; } < <(dumpe2fs -h "$file" 2>/dev/null | sed -nE 's/^(Inode count|Free inodes): +//p')
  { echo 2 && seq 11 $((total - free)); } |
    sed -E "s/.*/set_inode_field <&> atime @$SOURCE_DATE_EPOCH\nset_inode_field <&> ctime @$SOURCE_DATE_EPOCH/" |
    E2FSPROGS_FAKE_TIME=$SOURCE_DATE_EPOCH debugfs -w -f - "$file" >/dev/null 2>&1
}
