# The update bundle, and the signatures of all published files.
# shellcheck shell=bash

# Sets `keys` to a folder with ca.pem, release.pem and release.key; to this machine's own keys if none was given.
make_keys() {
  if [[ -n $keys ]]; then return; fi
  keys=$cache/keys
  if [[ -f $keys/release.pem ]]; then return; fi
  say 'Making keys for trying; boxes in the field do not take what they sign ...'
  mkdir -p -m 0700 -- "$keys"
  openssl req -x509 -newkey rsa:3072 -nodes -days 7300 -subj '/CN=kasirbox trial updates' \
    -keyout "$keys/ca.key" -out "$keys/ca.pem" 2>/dev/null
  openssl req -new -newkey rsa:3072 -nodes -subj '/CN=kasirbox trial release' -keyout "$keys/release.key" 2>/dev/null |
    openssl x509 -req -days 7300 -CA "$keys/ca.pem" -CAkey "$keys/ca.key" -CAcreateserial \
      -extfile <(printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=emailProtection,codeSigning\n') \
      -out "$keys/release.pem" 2>/dev/null
}

# Sets `signing_key` to the release key without its passphrase, in memory while this runs, so that a person is asked
# only once, before the work begins. A certificate of another key or authority, or an expired one, is detected now and
# not after all of the work.
open_key() {
  local memory
  memory=$(mktemp -d /dev/shm/kasirbox.XXXXXX)
  # shellcheck disable=SC2064
  trap "rm -rf -- '$memory'" EXIT
  signing_key=$memory/release.key
  openssl pkey -in "$keys/release.key" -out "$signing_key"
  if ! openssl verify -purpose any -CAfile "$keys/ca.pem" "$keys/release.pem" >/dev/null 2>&1 ||
    [[ $(openssl pkey -in "$signing_key" -pubout) != "$(openssl x509 -in "$keys/release.pem" -noout -pubkey)" ]]; then
    say "release.pem in $keys is not of ca.pem or of release.key, or has ended. See docs/release.md"
    return 1
  fi
}

# Prints the commit of this build, and whether files differ from it.
build_id() {
  local commit
  commit=$(git rev-parse --short=12 HEAD)
  if [[ -n $(git status --porcelain) ]]; then commit+=-dirty; fi
  printf '%s\n' "$commit"
}

make_bundle() {
  say 'Making the update bundle ...'
  local content=$work/bundle data_format
  mkdir -p -- "$content"
  ln -- "$work/slot.ext4" "$content/slot.ext4"
  # Checked before an installation: a version that cannot read the data of a box is refused (src/outward/updates).
  data_format=$(sed -n 's/^export const DATA_FORMAT = \([0-9]*\);$/\1/p' src/platform/ledger/record.ts)
  cat >"$content/manifest.raucm" <<MANIFEST
[update]
compatible=kasirbox-arm64
version=$version
build=$(build_id)
description=data-format=${data_format:?}

[bundle]
format=verity

[image.rootfs]
filename=slot.ext4
MANIFEST
  rauc --cert="$keys/release.pem" --key="$signing_key" --keyring="$keys/ca.pem" \
    --mksquashfs-args='-comp zstd -Xcompression-level '"$squashfs_level"' -quiet -no-progress' \
    bundle "$content" "$out/$name.raucb" >"$work/rauc.log" 2>&1 || {
    cat -- "$work/rauc.log" >&2
    return 1
  }
}

# Writes the SBOM, the list for Raspberry Pi Imager, the checksums, and one signature over them.
describe() {
  node board/build/sbom.mjs "$work/packages" "$slot/usr/share/doc" >"$out/$name.cdx.json"
  node board/build/imagerList.mjs "$work/$name.img" "$out/$name.img.zst" "${address:-file://$out}/$name.img.zst" \
    >"$out/$name.rpi-imager.json"
  sign_sums "$out" "$keys" "$signing_key"
}

# FOLDER KEYS [KEY]: writes checksums of the files in a folder, and a signature over them; KEY: the release key, if it
# is not in KEYS.
sign_sums() {
  (cd -- "$1" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%f\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- >SHA256SUMS)
  openssl cms -sign -binary -noattr -in "$1/SHA256SUMS" -signer "$2/release.pem" -inkey "${3:-$2/release.key}" \
    -outform PEM -out "$1/SHA256SUMS.pem"
}
