import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { printerNamed, printerToRepeat, targetsOf } from '../../../src/paper/printing/targets.js';
import type { PrinterSetting } from '../../../src/shop/settings/printers.js';

function printer(name: string, autoPrint?: PrinterSetting['autoPrint']): PrinterSetting {
  const address = 'tcp://192.0.2.1:9100';
  return { name, address, width: 80, dpi: 203, mode: 'raster', ...(autoPrint !== undefined && { autoPrint }) };
}

const [bar, kasa, office] = [printer('bar'), printer('kasa', true), printer('office', ['Advance', 'ProForma'])];
const PRINTERS = [bar, kasa, office];
const names = (printers: readonly PrinterSetting[]): string[] => printers.map(({ name }) => name);

test('a printer is found by its name in any case', () => {
  assert.is(printerNamed(PRINTERS, 'KASA'), kasa);
  assert.is(printerNamed(PRINTERS, 'none'), undefined);
});

test('without a wish, a receipt is printed where its type is printed by itself', () => {
  assert.equal(names(targetsOf(PRINTERS, 'Normal', null)), ['kasa']);
  assert.equal(names(targetsOf(PRINTERS, 'Advance', null)), ['kasa', 'office']);
  assert.equal(names(targetsOf([bar], 'Normal', null)), []);
  assert.equal(names(targetsOf([printer('never', false)], 'Normal', null)), []);
});

test('a wish for paper takes the same printers, and where there is none the first that is set', () => {
  assert.equal(names(targetsOf(PRINTERS, 'Normal', true)), ['kasa']);
  assert.equal(names(targetsOf([bar, office], 'Normal', true)), ['bar']);
  assert.equal(names(targetsOf([], 'Normal', true)), []);
});

test('a wish for no paper, or for one printer, is what is done', () => {
  assert.equal(names(targetsOf(PRINTERS, 'Normal', false)), []);
  assert.equal(names(targetsOf(PRINTERS, 'Normal', 'Bar')), ['bar']);
  assert.equal(names(targetsOf(PRINTERS, 'Normal', 'none')), []);
});

test('a receipt is printed again where it is asked for, else at the printer of its last paper, else where a new one is', () => {
  const again = (name?: string, last?: string): string | undefined =>
    printerToRepeat(PRINTERS, 'Normal', name, last)?.name;
  assert.is(again('office', 'bar'), 'office');
  assert.is(again('none', 'bar'), undefined, 'no other than the one that was named');
  assert.is(again(undefined, 'bar'), 'bar');
  assert.is(again(undefined, 'removed'), 'kasa');
  assert.is(again(), 'kasa');
  assert.is(printerToRepeat([bar, office], 'Normal', undefined, undefined), bar);
  assert.is(printerToRepeat([], 'Normal', undefined, 'bar'), undefined);
});

test.run();
