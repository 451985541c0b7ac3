# The programs that make an image. None of the board's own programs runs here.
# shellcheck shell=bash

image_tools=(
  binutils-aarch64-linux-gnu bmap-tools cpio debian-archive-keyring dosfstools e2fsprogs fdisk kmod mmdebstrap mtools openssl rauc squashfs-tools
  u-boot-tools xz-utils zstd
)

need_tools() {
  local tool missing=()
  for tool in "${image_tools[@]}"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$tool" 2>/dev/null) == installed ]] || missing+=("$tool")
  done
  if ((${#missing[@]} > 0)); then
    say "Installing ${missing[*]} ..."
    apt_get update -q
    apt_get install -yq --no-install-recommends "${missing[@]}"
  fi
}
