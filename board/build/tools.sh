# The programs that make an image, and how programs of another processor run here.
# shellcheck shell=bash

image_tools=(
  arch-test binutils-aarch64-linux-gnu bmap-tools cpio dosfstools e2fsprogs fdisk kmod mmdebstrap mtools openssl qemu-user-static rauc squashfs-tools
  u-boot-tools xz-utils zstd
)

need_tools() {
  local tool missing=()
  for tool in "${image_tools[@]}"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$tool" 2>/dev/null) == installed ]] || missing+=("$tool")
  done
  if ((${#missing[@]} > 0)); then
    say "Installing ${missing[*]} ..."
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}" >&2
  fi
  if arch-test arm64 >/dev/null 2>&1; then return; fi
  local formats=/proc/sys/fs/binfmt_misc
  mountpoint -q "$formats" || mount -t binfmt_misc binfmt_misc "$formats"
  grep -v '^#' /usr/lib/binfmt.d/qemu-aarch64.conf >"$formats/register"
  arch-test arm64 >/dev/null || {
    say 'Programs for arm64 do not run here, also not by qemu-user.'
    return 1
  }
}
