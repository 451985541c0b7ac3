import { test } from 'uvu';
import * as assert from 'uvu/assert';
import readQr from 'qr/decode.js';
import { ipsCode, ipsText, model97 } from '../../../src/paper/journal/ipsCode.js';
import { needsZbar, runOn } from '../documents/sheet/texts.js';
import { type Random, seededRandom } from '../../kit/random.js';
import { ipsFaults } from './ipsRules.js';

type IpsTransfer = Parameters<typeof ipsCode>[0];

const USUAL: IpsTransfer = {
  account: '840000000095584510',
  payee: { name: 'Пекара Љубав доо', address: 'Његошева 12', place: 'Ниш' },
  amount: 102_512,
  paymentCode: '221',
  purpose: 'Račun ABCD1234-ABCD1234-77',
};

const written = (changed: Partial<IpsTransfer>): string => {
  const text = ipsText({ ...USUAL, ...changed });
  return text.ok ? text.value : `wrong: ${text.error}`;
};
const tag = (name: string, changed: Partial<IpsTransfer>): string | undefined =>
  written(changed)
    .split('|')
    .find((field) => field.startsWith(`${name}:`))
    ?.slice(name.length + 1);

test('the example of the bank’s guidelines is made byte for byte', () => {
  // Guidelines for using the NBS IPS QR Generator/Validator (API), example of a request.
  const transfer: IpsTransfer = {
    account: '845000000040484987',
    payee: { name: 'JP EPS BEOGRAD', address: 'BALKANSKA 13' },
    amount: 359_613,
    payer: { name: 'MRĐO MAČKATOVIĆ', address: 'ŽUPSKA 13', place: 'BEOGRAD 6' },
    paymentCode: '189',
    purpose: 'UPLATA PO RAČUNU ZA EL. ENERGIJU',
    reference: '97163220000111111111000',
  };
  const made = ipsText(transfer);
  assert.equal(made, {
    ok: true,
    value:
      'K:PR|V:01|C:1|R:845000000040484987|N:JP EPS BEOGRAD\r\nBALKANSKA 13|I:RSD3596,13|' +
      'P:MRĐO MAČKATOVIĆ\r\nŽUPSKA 13\r\nBEOGRAD 6|SF:189|S:UPLATA PO RAČUNU ZA EL. ENERGIJU|RO:97163220000111111111000',
  });
});

test('a shop’s code has the tags in order, Latin letters, and none that says nothing', () => {
  assert.is(
    written({}),
    'K:PR|V:01|C:1|R:840000000095584510|N:Pekara Ljubav doo\r\nNjegoševa 12\r\nNiš|I:RSD1025,12|SF:221|S:Račun ABCD1234-ABCD1234-77',
  );
  assert.is(
    written({ payee: { name: 'A', address: ' ', place: '' }, purpose: ' \n' }),
    'K:PR|V:01|C:1|R:840000000095584510|N:A|I:RSD1025,12|SF:221',
  );
});

test('amounts have a decimal comma and no dots, from one para to the most that a transfer can have', () => {
  const amounts = [1, 10, 100, 102_500, 99_999_999_999_999];
  assert.equal(
    amounts.map((amount) => tag('I', { amount })),
    ['RSD0,01', 'RSD0,10', 'RSD1,00', 'RSD1025,00', 'RSD999999999999,99'],
  );
  for (const amount of [0, -1, 1.5, NaN, Infinity, 100_000_000_000_000])
    assert.is(written({ amount }), 'wrong: amount', String(amount));
});

test('model 97 is that of the annex, and a wrong check digit is refused', () => {
  assert.is(model97('123412'), '9714123412');
  assert.is(model97('3220000111111111000'), '97163220000111111111000');
  assert.is(model97('12-34 12'), '9714123412');
  assert.is(model97('abcd1234-abcd1234-77')?.slice(4), 'ABCD1234ABCD123477');
  for (const number of ['', '-', 'Ђ1', '1|2', '1'.repeat(22)]) assert.is(model97(number), undefined, number);
  assert.is(tag('RO', { reference: '001234' }), '001234');
  assert.is(tag('RO', { reference: '11-0014-12' }), undefined, 'no number begins with a hyphen');
  assert.is(tag('RO', { reference: '110014-12' }), '110014-12');
  const wrong = [
    '9715123412',
    '97-14123412',
    '97141234-12',
    '97',
    '',
    '1',
    'AB12',
    '00a1',
    '00|1',
    '001\n',
    `00${'1'.repeat(24)}`,
  ];
  for (const reference of wrong) assert.is(written({ reference }), 'wrong: reference', JSON.stringify(reference));
});

test('a wrong account, payment code or name makes no code at all', () => {
  for (const account of ['840-955845-10', '840000000095584511', '', '84000000009558451|', '840000000095584510\n'])
    assert.is(written({ account }), 'wrong: account', JSON.stringify(account));
  for (const paymentCode of ['', '22', '2210', '22a', '22\n', '٢٢١'])
    assert.is(written({ paymentCode }), 'wrong: paymentCode', JSON.stringify(paymentCode));
  for (const name of ['', ' ', '|||', '\r\n', '🥖', '...', '株式会社']) {
    assert.is(written({ payee: { name } }), 'wrong: payee', name);
    assert.is(written({ payer: { name } }), 'wrong: payer', name);
  }
  assert.is(written({ purpose: 'Њ'.repeat(18) }), 'wrong: purpose', '36 letters in Latin');
});

test('a hostile name is one row of its tag and nothing else', () => {
  const names = [
    ['Pekara|I:RSD1,00', 'Pekara I:RSD1,00'],
    ['Pekara\r\n|R:845000000040484987', 'Pekara R:845000000040484987'],
    ['Pekara\u2028\u0000\u202eMesec\u200b', 'Pekara Mesec'],
    ['„Жута” – «кућа» ’98…', '"Žuta" - "kuća" \'98...'],
    ['Müller & Čović Ødegård', 'Muller & Čović degard'],
    ['C\u030cigra Кофейня', 'Čigra Kofein'],
    ['ЉУБАВ Љубав', 'LJUBAV Ljubav'],
  ];
  for (const [name = '', row] of names) assert.is(tag('N', { payee: { name } }), row, JSON.stringify(name));
});

test('of a name that is too long the last rows go first, and then its last words', () => {
  const name = 'Samostalna zanatsko trgovinska radnja';
  const long = { name, address: 'Bulevar kralja Aleksandra 123a', place: 'Beograd (Zvezdara)' };
  assert.is(tag('N', { payee: long }), `${name}\r\nBulevar kralja Aleksandra 123a`);
  assert.is(tag('N', { payee: { ...long, name: `${name} za` } }), `${name} za`);
  assert.is(
    tag('N', { payee: { name: `${name} za proizvodnju peciva i kolača` } }),
    `${name} za proizvodnju peciva i kolača`,
  );
  assert.is(
    tag('N', { payee: { name: `${name} za proizvodnju peciva i kolačićima` } }),
    `${name} za proizvodnju peciva i`,
  );
  assert.is(tag('N', { payee: { name: 'Ж'.repeat(100) } }), 'Ž'.repeat(70));
});

const ALPHABET = 'abcxyzQWY ČĆĐŠŽčćđšž АБВГДЂЉЊЏшчй 0123456789 |:\r\n\t"„”[]\\{}\u0301\u200b🥖é株-—/.,&%';

function transferBy(random: Random): IpsTransfer {
  const text = (most: number): string => random.text(ALPHABET, 0, most);
  const party = (most: number): IpsTransfer['payee'] => ({
    name: `${random.pick(['A', 'Ж', '7'])}${text(most)}`,
    ...(random.oneIn(2) && { address: text(most) }),
    ...(random.oneIn(2) && { place: text(30) }),
  });
  const account = random.text('0123456789', 16, 16);
  const check = String(98n - ((BigInt(account) * 100n) % 97n)).padStart(2, '0');
  const reference = random.oneIn(2) ? model97(random.text('0123456789ABCZ-', 1, 21)) : `00${random.int(0, 1e9)}`;
  return {
    account: `${account}${check}`,
    payee: party(random.pick([5, 40, 120])),
    amount: random.oneIn(2) ? random.int(1, 10_000_000) : random.int(1, 99_999_999_999_999),
    ...(random.oneIn(3) && { payer: party(60) }),
    paymentCode: random.text('0123456789', 3, 3),
    ...(random.oneIn(2) && { purpose: text(20) }),
    ...(random.oneIn(2) && reference !== undefined && { reference }),
  };
}

/** A PGM of a code with its quiet zone, four pixels to a module, and the same for a program. */
function pictureOf(rows: readonly string[]): { readonly side: number; readonly grey: Buffer; readonly pgm: Buffer } {
  const side = (rows.length + 8) * 4;
  const isDark = (at: number): boolean =>
    rows[Math.floor(Math.floor(at / side) / 4) - 4]?.[Math.floor((at % side) / 4) - 4] === '#';
  const grey = Buffer.from(Array.from({ length: side * side }, (_, at) => (isDark(at) ? 0 : 255)));
  return { side, grey, pgm: Buffer.concat([Buffer.from(`P5 ${side} ${side} 255\n`), grey]) };
}

function decoded(rows: readonly string[]): string {
  const { side, grey } = pictureOf(rows);
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => grey[Math.floor(at / 3)]!);
  return readQr({ width: side, height: side, data });
}

test('whatever a shop gives, the text keeps the rules, and the code says the text', () => {
  const random = seededRandom();
  for (let turn = 0; turn < 3000; turn += 1) {
    const transfer = transferBy(random);
    const made = ipsText(transfer);
    if (!made.ok) {
      assert.is(made.error, 'purpose', `${made.error} of ${JSON.stringify(transfer)}`);
      continue;
    }
    assert.equal(ipsFaults(made.value), [], JSON.stringify(made.value));
    if (turn % 100 !== 0) continue;
    const code = ipsCode(transfer);
    assert.ok(code.ok);
    assert.is(code.value.text, made.value);
    assert.is(decoded(code.value.code.rows), made.value);
  }
});

test('the judge of that test finds what breaks the rules', () => {
  const good = written({ reference: '9714123412' });
  assert.equal(ipsFaults(good), []);
  const bad = [
    `${good}|`,
    ` ${good}`,
    good.replace('K:PR', 'K:PT'),
    good.replace('510|', '511|'),
    good.replace('1025,12', '1025.12'),
    good.replace('1025,12', '1.025,12'),
    good.replace('1025,12', ',12'),
    good.replace('Pekara', 'Пекара'),
    good.replace('Pekara', 'Pekara '.repeat(8)),
    good.replace('Račun', 'Račun\r\n'),
    good.replace(/S:[^|]*/, 'S:'),
    good.replace('|SF:221', ''),
    good.replace('RO:9714', 'RO:9715'),
    good.replace(/(\|SF:221)(\|S:[^|]*)/, '$2$1'),
  ];
  for (const text of bad) assert.ok(ipsFaults(text).length > 0, text);
});

test('the code has level M, and 69 modules at most without a payer', () => {
  const long = { name: 'Č'.repeat(30), address: 'Š'.repeat(18), place: 'Ž'.repeat(18) };
  const reference = model97('1'.repeat(21))!;
  const code = ipsCode({ ...USUAL, payee: long, amount: 99_999_999_999_999, purpose: 'Ђ'.repeat(35), reference });
  assert.ok(code.ok);
  const { rows, size } = code.value.code;
  assert.is(size, 69);
  // ISO/IEC 18004, 7.9.1: the first two bits of the format, after its mask 10101…, are 00 for level M.
  const bits = rows[8]!.slice(0, 2).replaceAll('#', '1').replaceAll('.', '0');
  assert.is(Number(`0b${bits}`) ^ 0b10, 0b00);
  const usual = ipsCode(USUAL);
  assert.ok(usual.ok && usual.value.code.size <= 53);
});

needsZbar('another reader reads it, byte for byte', async () => {
  // Asked for bytes: as text it guesses the letters of Japan. A bank's app knows from tag C that they are UTF-8.
  const args = ['--raw', '--quiet', '--oneshot', '-Sdisable', '-Sqrcode.enable', '-Sqrcode.binary', 'FILE'];
  for (const changed of [{}, { payee: { name: 'Žuta kuća, Đorđe Ćosić' } }, { reference: '9714123412' }]) {
    const code = ipsCode({ ...USUAL, ...changed });
    assert.ok(code.ok);
    assert.is(runOn(pictureOf(code.value.code.rows).pgm, 'zbarimg', args).toString(), code.value.text);
  }
});

test.run();
