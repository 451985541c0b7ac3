import { english } from '../../../src/base/index.js';
import { PNG } from 'pngjs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { freePort } from '../../kit/port.js';
import { inEnglish } from '../../kit/inEnglish.js';

const KASA = { name: 'kasa', width: 80, dpi: 203, mode: 'raster', autoPrint: false };
const pictureOf = (width: number): string => PNG.sync.write(new PNG({ width, height: 1 })).toString('base64');

test('a logo that cannot be drawn is not set; one that is stored all the same is logged once at the start', () =>
  TestBox.during(async (box) => {
    const kasa = { ...KASA, address: `tcp://127.0.0.1:${await freePort()}` };
    const bar = { ...kasa, name: 'bar', address: `tcp://127.0.0.1:${await freePort()}`, logo: pictureOf(576) };
    const wide = { ...kasa, logo: pictureOf(577) };
    const refused = await box.parts.settings.set('printers', [wide, bar]);
    if (refused.ok) throw new Error('took it');
    assert.is(english(refused.error), 'printers: kasa: the logo must be 1 to 576 dots wide, not 577.');

    await box.parts.ledger.put({ type: 'setting', name: 'printers', value: JSON.stringify([wide, bar]) });
    await box.restart();
    assert.equal(
      box.log.filter(({ event }) => event === 'printer.logo_left_out').map(({ printer, reason }) => [printer, reason]),
      inEnglish([['kasa', refused.error]]),
    );
    assert.equal(
      box.parts.settings.now.printers.map(({ name }) => name),
      ['kasa', 'bar'],
    );
  }));

test('an info slip goes to the printer of sales; of more than twenty that wait the oldest is dropped', () =>
  TestBox.during(async (box) => {
    const address = async (): Promise<string> => `tcp://127.0.0.1:${await freePort()}`;
    const bar = { ...KASA, name: 'bar', autoPrint: ['Training' as const], address: await address() };
    const kasa = { ...KASA, autoPrint: ['Normal' as const], address: await address() };
    assert.ok((await box.parts.settings.set('printers', [bar, kasa])).ok);
    for (let count = 0; count < 21; count += 1) assert.ok(box.parts.printing.printInfo({ parts: [] }).ok);
    assert.equal(
      box.log.filter(({ event }) => event === 'print.notice').map(({ printer, reason }) => [printer, reason]),
      [['kasa', 'full']],
    );
  }));

test('a stored printer that cannot be used keeps neither the box nor another printer from starting', () =>
  TestBox.during(async (box) => {
    const kasa = { ...KASA, address: `tcp://127.0.0.1:${await freePort()}` };
    const stored = [{ ...KASA, name: 'com', address: 'COM3' }, kasa, { ...kasa, name: 'twin' }];
    await box.parts.ledger.put({ type: 'setting', name: 'printers', value: JSON.stringify(stored) });
    await box.restart();
    assert.equal(
      box.parts.printing.printers().map(({ name }) => name),
      ['kasa'],
    );
    assert.is(box.log.filter(({ event }) => event === 'printer.left_out').length, 2);
  }));

test.run();
