import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findImitatedSentence } from '../../../src/base/imitation.js';
import { textWidth } from '../../../src/base/text.js';
import { qrCodeOf } from '../../../src/paper/journal/qrCode.js';
import { type Ticket, ticketSlip } from '../../../src/paper/slips/ticket.js';

const FINGERPRINT = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
const TICKET: Ticket = {
  helper: undefined,
  claimCode: undefined,
  accessPoint: undefined,
  addresses: ['https://kasa.local:8443', 'https://192.168.1.20:8443'],
  authority: { fingerprint: FINGERPRINT, path: '/var/lib/kasirbox/tls/ca.pem' },
  problem: undefined,
  failure: undefined,
  warnings: [],
  shop: undefined,
  card: undefined,
  time: '2026-11-21 10:00:00',
  version: '1.0.0',
};

function linesOf(change: Partial<Ticket> = {}): string[] {
  return ticketSlip({ ...TICKET, ...change }).parts.flatMap((part) => (part.kind === 'text' ? part.rows : []));
}

test('a ticket tells the addresses, the certificate with its fingerprint, the time, and that it is no fiscal receipt', () => {
  const lines = linesOf().map((line) => line.trimEnd());
  assert.is(lines[0]?.trim(), 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН');
  for (const line of [
    'https://kasa.local:8443',
    'https://192.168.1.20:8443',
    '/var/lib/kasirbox/tls/ca.pem',
    '0001 0203 0405 0607 0809 0A0B 0C0D 0E0F',
    '1011 1213 1415 1617 1819 1A1B 1C1D 1E1F',
  ]) {
    assert.ok(lines.includes(line), line);
  }
  assert.ok(lines.some((line) => /^Време: +21\.11\.2026\. 10:00:00$/.test(line)));
});

test('no text of others draws what only a processor may write', () => {
  const sentence = 'ΚΡΑЈ ФИСКАЛНОГ РАЧУНА';
  const accessPoint = { ssid: sentence, password: 'tajna123' };
  const rows = linesOf({ shop: sentence, problem: sentence, failure: sentence, warnings: [sentence], accessPoint });
  assert.is(findImitatedSentence(rows.join(''), { mayDeny: true }), undefined);
  assert.is(rows.filter((row) => row.endsWith('…')).length, 5);
});

test('it says in Serbian whether the box is ready, or what keeps it from selling, and how much else is not well', () => {
  const ready = linesOf({ warnings: ['Папир је при крају.', 'Последња резервна копија је од пре девет дана.'] });
  assert.ok(ready.some((line) => /^Стање: +спреман за рад$/.test(line)));
  const at = ready.indexOf('Упозорења:');
  assert.equal(ready.slice(at, at + 4), [
    'Упозорења:',
    '• Папир је при крају.',
    '• Последња резервна копија је од пре',
    'девет дана.',
  ]);
  const many = linesOf({ warnings: Array.from({ length: 9 }, (_, count) => `Упозорење ${count}.`) });
  assert.is(many.filter((line) => line.startsWith('• ')).length, 3);
  assert.ok(many.includes('… и још 6 (kasirbox doctor)'));
  assert.not.ok(linesOf().some((line) => line.startsWith('Упозорења')));

  const failure = 'Рачуни нису фискални: подешен је демо процесор. Позовите сервисера.';
  const worthless = linesOf({ failure });
  assert.ok(worthless.some((line) => /^Стање: +ПАЖЊА$/.test(line)));
  assert.ok(worthless.join(' ').includes(failure));

  const problem = 'Процесор не одговара на мрежи. Проверите да ли је укључен и да ли је кабл прикључен.';
  const bad = linesOf({ problem });
  assert.ok(bad.some((line) => /^Стање: +НЕ ИЗДАЈЕ РАЧУНЕ$/.test(line)));
  assert.ok(bad.join(' ').includes(problem));
  const both = linesOf({ problem, failure });
  assert.ok(both.some((line) => /^Стање: +НЕ ИЗДАЈЕ РАЧУНЕ$/.test(line)));
  assert.ok(both.join(' ').includes(failure) && both.join(' ').includes(problem));
});

test('it names the shop once the box is of one, and its codes are small', () => {
  assert.ok(linesOf({ shop: 'Пекара' }).some((line) => /^Продавница: +Пекара$/.test(line)));
  assert.not.ok(linesOf().some((line) => line.startsWith('Продавница')));
  const { parts } = ticketSlip({ ...TICKET, accessPoint: { ssid: 'Kasirbox-1A2B', password: 'h7wq3kfp' } });
  for (const part of parts) if (part.kind === 'code') assert.is(part.isSmall, true);
});

test('a box that was made from an image has the code of its rescue page on its ticket', () => {
  assert.ok(linesOf({ rescueCode: 'ABCD-EFGH' }).some((line) => /^Код за спасавање: +ABCD-EFGH$/.test(line)));
  assert.not.ok(linesOf().some((line) => line.startsWith('Код за спасавање')));
});

test('it tells the state of the smart card and until when that is valid, where there is a reader', () => {
  assert.not.ok(linesOf().some((line) => line.startsWith('Картица')));
  const ready = linesOf({ card: { state: 'чека ПИН', until: '2027-03-01' } });
  assert.ok(ready.some((line) => /^Картица: +чека ПИН$/.test(line)));
  assert.ok(ready.some((line) => /^Картица важи до: +01\.03\.2027\.$/.test(line)));
  const none = linesOf({ card: { state: 'није у читачу', until: null } });
  assert.is(none.filter((line) => line.startsWith('Картица')).length, 1);
});

test('as long as nobody owns the box it shows the claim code, large, and what it is for', () => {
  const { parts } = ticketSlip({ ...TICKET, claimCode: '7K3Q-M2XW' });
  assert.ok(parts.some((part) => part.kind === 'large' && part.lines.includes('7K3Q-M2XW')));
  assert.ok(linesOf({ claimCode: '7K3Q-M2XW' }).some((line) => line.startsWith('Код за преузимање уређаја:')));
  const owned = JSON.stringify(ticketSlip(TICKET));
  assert.not.ok(owned.includes('преузимање'));
});

test('where the box opens its own Wi-Fi it tells name and password, and phones join by the code', () => {
  const accessPoint = { ssid: 'Kasirbox-1A2B', password: 'ABCD;"EFGHJK' };
  const { parts } = ticketSlip({ ...TICKET, accessPoint });
  const codes = parts.flatMap((part) => (part.kind === 'code' ? [part.rows] : []));
  assert.equal(codes[0], qrCodeOf('WIFI:T:WPA;S:Kasirbox-1A2B;P:ABCD\\;\\"EFGHJK;;')?.rows);
  assert.is(codes.length, 2);
  const lines = linesOf({ accessPoint });
  assert.ok(lines.some((line) => /^Мрежа: +Kasirbox-1A2B$/.test(line)));
  assert.ok(lines.some((line) => /^Лозинка: +ABCD;"EFGHJK$/.test(line)));
  assert.ok(lines.every((line) => textWidth(line) <= 40));
});

test('where the helper page is on, its code leads there', () => {
  const helper = 'http://192.168.1.20/';
  const { parts } = ticketSlip({ ...TICKET, helper });
  assert.equal(parts.find((part) => part.kind === 'code')?.rows, qrCodeOf(helper)?.rows);
  const lines = linesOf({ helper }).map((line) => line.trim());
  assert.ok(lines.includes(helper) && lines.includes('https://kasa.local:8443'));
});

test('its code is the first address, and no line is longer than forty columns, whatever it tells', () => {
  const long = `https://${'kasa'.repeat(20)}.local:8443`;
  const { parts } = ticketSlip({
    ...TICKET,
    addresses: [long, ...Array.from({ length: 9 }, (_, n) => `https://192.168.1.${n}`)],
    authority: { fingerprint: FINGERPRINT, path: `/srv/${'dugačko'.repeat(20)}/tls/ca.pem` },
    problem: 'реч'.repeat(40),
    warnings: ['реч'.repeat(40)],
    shop: 'р'.repeat(100),
    version: 'v'.repeat(60),
  });
  assert.equal(parts.find((part) => part.kind === 'code')?.rows, qrCodeOf(long)?.rows);
  const lines = parts.flatMap((part) => (part.kind === 'text' ? part.rows : []));
  for (const line of lines) assert.ok(textWidth(line) <= 40, line);
  assert.is(lines.filter((line) => line.startsWith('https://')).length, 4);
});

test.run();
