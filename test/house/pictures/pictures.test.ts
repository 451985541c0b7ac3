import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { difference, type Picture, readPng } from '../../paper/documents/sheet/pictures.js';
import { needsPoppler } from '../../paper/documents/sheet/texts.js';
import { drawSheet, drawSlip, drawTicket } from './draw.js';

/** After a change that is meant: `npm run pictures`, and look at the new ones. */
const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures');
/** Another version of poppler smooths letters differently; a line moved by a pixel is far above this. */
const TOLERANCE = 0.00001;
const MAX_BYTES = 60_000;

function kept(name: string): Picture {
  return readPng(readFileSync(join(FOLDER, name)));
}

test('the picture of a slip is what a printer gives today', async () => {
  assert.is(difference(await drawSlip(), kept('slip.png')), 0);
});

test('the picture of a ticket is what a printer gives today', () => {
  assert.is(difference(drawTicket(), kept('ticket.png')), 0);
});

needsPoppler('the picture of a sheet is what the box draws today', async () => {
  assert.ok(difference(await drawSheet(), kept('sheet.png')) <= TOLERANCE);
});

test('the pictures are small enough for a README', () => {
  for (const name of ['slip.png', 'ticket.png', 'sheet.png'])
    assert.ok(statSync(join(FOLDER, name)).size < MAX_BYTES, name);
});

test.run();
