import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CYRILLIC_CODE_PAGES, PRINTER_MAKES, PRINTER_MODELS } from '../../../src/platform/devices/printerModels.js';
import { printerSchema } from '../../../src/shop/settings/printers.js';

for (const make of PRINTER_MAKES) {
  test(`${make} has a code page with Cyrillic, and each number of its code pages once`, () => {
    const { codePages, knownFrom } = PRINTER_MODELS[make];
    const numbers = Object.values(codePages);
    assert.ok(CYRILLIC_CODE_PAGES.some((name) => name in codePages));
    assert.equal(numbers, [...new Set(numbers)]);
    assert.ok(numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= 255));
    assert.ok(knownFrom.length > 0);
  });
}

test('the setting takes the models of the table', () => {
  assert.match(JSON.stringify(printerSchema), `"then":{"enum":${JSON.stringify(Object.keys(PRINTER_MODELS))}}`);
});

test.run();
