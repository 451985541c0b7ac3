import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { ROOT } from '../house/documents.js';

/** The list for Raspberry Pi Imager 2, by its documentation (doc/schema-notes.md) and by what its page of boards does with it. */
const ADDRESS = 'https://example.org/kasirbox/kasirbox-1.0.0-arm64.img.zst';
const text = { type: 'string', minLength: 1 };
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const size = { type: 'integer', minimum: 1 };
const tags = { type: 'array', minItems: 1, uniqueItems: true, items: { enum: ['pi3-64bit', 'pi4-64bit'] } };

function entry(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
}

const SCHEMA = entry({
  imager: entry({
    devices: {
      type: 'array',
      minItems: 1,
      items: entry({
        ...{ name: text, tags, icon: text, description: text, architecture: { const: 'armv8' } },
        ...{ capabilities: { type: 'array' }, matching_type: { enum: ['exclusive', 'inclusive'] } },
      }),
    },
  }),
  os_list: {
    type: 'array',
    minItems: 1,
    items: entry({
      ...{
        name: text,
        description: text,
        icon: text,
        url: { const: ADDRESS },
        extract_size: size,
        extract_sha256: SHA256,
      },
      ...{ image_download_size: size, image_download_sha256: SHA256, architecture: { const: 'armv8' } },
      release_date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
      init_format: { enum: ['systemd', 'cloudinit', 'cloudinit-rpi', 'none', ''] },
      devices: tags,
    }),
  },
});

interface List {
  readonly imager?: { readonly devices?: readonly Board[] };
  readonly os_list: readonly { readonly devices: readonly string[]; readonly extract_sha256: string }[];
}

interface Board {
  readonly name: string;
  readonly tags: readonly string[];
}

const IMAGE = Buffer.from('the card');

function makeList(): List {
  const folder = temporaryFolder();
  const [image, packed] = [join(folder, 'card.img'), join(folder, 'card.img.zst')];
  writeFileSync(image, IMAGE);
  writeFileSync(packed, 'packed');
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };
  const args = ['board/build/imagerList.mjs', image, packed, ADDRESS];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })) as List;
}

test('the list has what Imager asks for, and nothing else', () => {
  const check = new Ajv({ allErrors: true }).compile(SCHEMA);
  const list = makeList();
  assert.ok(check(list), JSON.stringify(check.errors));
  assert.is(list.os_list[0]?.extract_sha256, createHash('sha256').update(IMAGE).digest('hex'));
});

test('its page of boards offers each board by a name of its own, and each leads to a system', () => {
  const { imager, os_list: systems } = makeList();
  const boards = imager?.devices ?? [];
  assert.equal(
    boards.map(({ name }) => name),
    ['Raspberry Pi 4', 'Raspberry Pi 3', 'Raspberry Pi Zero 2 W'],
  );
  for (const board of boards) {
    const shown = systems.filter(({ devices }) => devices.some((tag) => board.tags.includes(tag)));
    assert.ok(shown.length > 0, `${board.name} has no system`);
  }
  const known = new Set(boards.flatMap((board) => board.tags));
  for (const { devices } of systems) assert.ok(devices.every((tag) => known.has(tag)));
});

test.after(cleanUp);
test.run();
