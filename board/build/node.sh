# The box's Node, from npm, verified by the hash in board/node.json.
# shellcheck shell=bash

# Sets `node_arm64` to the program, without symbols; its licence is in `$node_arm64.LICENSE`.
fetch_node() {
  local package version integrity packed
  { read -r package; read -r version; read -r integrity; } < <(
    node -p "Object.values(require('./board/node.json')).join('\n')"
  )
  node_arm64=$cache/$package-$version
  if [[ -x $node_arm64 && -f $node_arm64.LICENSE ]]; then return; fi
  say "Fetching Node $version ..."
  packed=$(cd -- "$work" && npm pack --silent "$package@$version" </dev/null)
  if [[ sha512-$(openssl dgst -sha512 -binary "$work/$packed" | base64 -w 0) != "$integrity" ]]; then
    say "What came as $package@$version is not what board/node.json expects."
    return 1
  fi
  tar -xzf "$work/$packed" -C "$work" package/bin/node package/LICENSE
  mv -- "$work/package/LICENSE" "$node_arm64.LICENSE"
  aarch64-linux-gnu-strip -o "$node_arm64.new" -- "$work/package/bin/node"
  mv -- "$node_arm64.new" "$node_arm64"
}
