/**
 * The list that Raspberry Pi Imager takes by `--repo`, as its doc/json-schema/os-list-schema.json says:
 * `node board/build/imagerList.mjs IMAGE PACKED ADDRESS`: the image, the same compressed, and where the compressed one will stand.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const [image, packed, address] = process.argv.slice(2);

async function sha256(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const icon = readFileSync('src/web/client/static/icon.svg');
const list = {
  os_list: [
    {
      name: `kasirbox ${version}`,
      description:
        'Fiscal POS box for kiosks and market stalls in Serbia. Settings stand in kasirbox.toml on the card.',
      icon: `data:image/svg+xml;base64,${icon.toString('base64')}`,
      url: address,
      extract_size: statSync(image).size,
      extract_sha256: await sha256(image),
      image_download_size: statSync(packed).size,
      image_download_sha256: await sha256(packed),
      release_date: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString().slice(0, 10),
      // Imager's own questions (name, Wi-Fi, users) would write files that nobody reads here.
      init_format: 'none',
      // Zero 2 W carries the tags of a Pi 3.
      devices: ['pi3-64bit', 'pi4-64bit'],
    },
  ],
};
process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
