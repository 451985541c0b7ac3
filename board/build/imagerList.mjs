/**
 * Prints the list for `--repo` of Raspberry Pi Imager, in the form of its doc/schema-notes.md and its page of boards
 * (hwlistmodel.cpp):
 * `node board/build/imagerList.mjs IMAGE PACKED ADDRESS`: the image, the compressed image, and the future address of
 * the latter.
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
const icon = `data:image/svg+xml;base64,${readFileSync('src/interfaces/web/client/static/icon.svg').toString('base64')}`;

/**
 * The boards that Imager 2 offers first; without boards its page stays empty. `tags`: as in Raspberry Pi's own list.
 */
const BOARDS = [
  { name: 'Raspberry Pi 4', tags: ['pi4-64bit'], description: 'Models 4 B and 400, Compute Module 4' },
  { name: 'Raspberry Pi 3', tags: ['pi3-64bit'], description: 'Models 3 B, 3 B+ and 3 A+, Compute Module 3' },
  { name: 'Raspberry Pi Zero 2 W', tags: ['pi3-64bit'], description: 'Model Zero 2 W' },
];
const ARCHITECTURE = 'armv8';

const list = {
  imager: {
    // Exclusive: only systems with a tag of the board are shown.
    devices: BOARDS.map((board) => ({
      ...board,
      icon,
      capabilities: [],
      matching_type: 'exclusive',
      architecture: ARCHITECTURE,
    })),
  },
  os_list: [
    {
      name: `kasirbox ${version}`,
      description:
        'Fiscal POS box for kiosks and market stalls in Serbia. Settings stand in kasirbox.toml on the card.',
      icon,
      url: address,
      extract_size: statSync(image).size,
      extract_sha256: await sha256(image),
      image_download_size: statSync(packed).size,
      image_download_sha256: await sha256(packed),
      release_date: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString().slice(0, 10),
      // Imager's own customization (name, Wi-Fi, users) would write files that the box does not read.
      init_format: 'none',
      devices: [...new Set(BOARDS.flatMap(({ tags }) => tags))].sort(),
      architecture: ARCHITECTURE,
    },
  ],
};
process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
