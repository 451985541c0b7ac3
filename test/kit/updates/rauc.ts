import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RaucOptions } from '../../../src/outward/updates/rauc.js';
import { newFolder } from '../folder.js';

/** The output of `rauc info` for the bundle; null: its signature is not valid. */
export interface BundleTold {
  readonly compatible?: string;
  readonly version?: string;
  readonly dataFormat?: number | null;
}

/**
 * Stands for the program `rauc` 1.13: prints what that prints (its `src/main.c`: `info_formatter_json_base`, `r_status_formatter_json`,
 * `on_installer_changed`), and keeps the state of two slots in files.
 */
export class FakeRauc {
  readonly folder = newFolder('rauc');
  readonly options: RaucOptions = { program: join(this.folder, 'rauc') };

  constructor() {
    mkdirSync(this.folder, { recursive: true });
    this.boot('A').bundle({});
    writeFileSync(join(this.folder, 'rauc'), SCRIPT);
    chmodSync(join(this.folder, 'rauc'), 0o755);
  }

  /** Which slot runs. */
  boot(slot: 'A' | 'B'): this {
    const other = slot === 'A' ? 'B' : 'A';
    const long = { A: 'rootfs.0', B: 'rootfs.1' } as const;
    const one = (name: 'A' | 'B', state: string): string =>
      `{"${long[name]}":{"class":"rootfs","device":"/dev/disk/by-partuuid/6b617369-0${name === 'A' ? 2 : 3}","type":"ext4","bootname":"${name}","state":"${state}","parent":null,"mountpoint":${state === 'booted' ? '"/"' : 'null'},"boot_status":"good"}}`;
    const slots = [one(other, 'inactive'), one(slot, 'booted')].join(',');
    const head = `"compatible":"kasirbox-arm64","variant":"","booted":"${slot}","boot_primary":"${long[slot]}"`;
    return this.write('status.json', `{${head},"slots":[${slots}],"artifact-repositories":[]}\n`);
  }

  bundle(told: BundleTold | null): this {
    if (told === null) return this.write('info.json', '');
    const { compatible = 'kasirbox-arm64', version = '9.9.9', dataFormat = 1 } = told;
    const description = dataFormat === null ? null : `data-format=${dataFormat}`;
    const image = { filename: 'slot.ext4', checksum: '00', size: 100_000, hooks: [], adaptive: [] };
    const manifest = {
      compatible,
      version,
      description,
      build: '0123456789ab',
      format: 'verity',
      hooks: [],
      hash: '00',
    };
    return this.write('info.json', `${JSON.stringify({ ...manifest, images: [{ rootfs: image }] })}\n`);
  }

  /** Its service has not started: the running slot is unknown. */
  silent(): this {
    return this.write('status.json', '');
  }

  /** The install fails with this; null: it does not. */
  failing(message: string | null): this {
    return this.write('failure', message ?? '');
  }

  /** What it was asked, oldest first. */
  get calls(): string[] {
    const file = join(this.folder, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  }

  private write(name: string, text: string): this {
    writeFileSync(join(this.folder, name), text);
    return this;
  }
}

const SCRIPT = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
echo "$*" >>calls
case "$1 $2" in
'info '*)
  for last; do :; done
  echo "rauc-Message: 22:09:15.379: Reading bundle: $last" >&2
  [ -s info.json ] && exec cat info.json
  echo 'signature verification failed: Verify error: self-signed certificate' >&2
  exit 1 ;;
'status --output-format=json') exec cat status.json ;;
'status mark-good') echo 'rauc status: marked slot rootfs.1 as good' ;;
'install '*)
  echo installing
  echo '  0% Installing'
  echo ' 20% Determining slot states done.'
  echo ' 40% Checking bundle done.'
  if [ -s failure ]; then
    echo "LastError: $(cat failure)"
    echo idle
    echo "Installing \\\`$2\\\` failed" >&2
    exit 1
  fi
  echo ' 99% Copying image to rootfs.1'
  echo '100% Installing done.'
  echo idle
  echo "Installing \\\`$2\\\` succeeded" ;;
*) exit 1 ;;
esac
`;
