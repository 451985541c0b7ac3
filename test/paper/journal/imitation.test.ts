import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft } from '../../../src/contract/fiscal.js';
import { imitationIn } from '../../../src/paper/journal/printedJournal.js';
import { draft, line } from './drafts.js';

const NOT_FISCAL = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
const CLOSING = 'КРАЈ ФИСКАЛНОГ РАЧУНА';
const TITLE = 'ФИСКАЛНИ РАЧУН';
const DEMO = 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

const sale = (name: string, more: Partial<Draft> = {}) => draft('Normal', 'Sale', [line(name, 'Ђ', 1)], more);
const inName = (name: string): string | undefined => imitationIn(sale(name))?.sentence;
const inAd = (adText: string): string | undefined => imitationIn(sale('Кафа', { adText }))?.sentence;

test('texts that shops print are no imitations', () => {
  const ads = [
    'Хвала на посети!',
    'Сачувајте фискални рачун. Рекламације само уз рачун!',
    'ЧУВАЈТЕ\nФИСКАЛНИ РАЧУН',
    'Фискални рачун је гаранција',
    '========================================\nРадно време 7-22\n****************************************',
    'Последњи авансни рачун: AAAAAAAA-AAAAAAAA-12\nДатум последњег авансног рачуна: 21.11.2026. 12:00:00',
    'Рачун бр. 5 - демо производа у петак',
  ];
  for (const adText of ads) assert.is(inAd(adText), undefined, adText);
  const names = ['Термо ролна за фискални рачун', 'Рачун', 'ФИСКАЛНИ РАЧУН', 'Aванс', '10: Аванс (Ђ)', 'a'.repeat(200)];
  for (const name of names) assert.is(inName(name), undefined, name);
});

test('nobody but the processor says that a receipt is none, that it ends, or that it is a demo', () => {
  for (const sentence of [NOT_FISCAL, CLOSING, DEMO]) {
    const frames = [sentence, `======== ${sentence} =======`, sentence.toLowerCase(), sentence.replaceAll(' ', ' . ')];
    const padded = `${'Кафа '.repeat(8)}======== ${sentence}`;
    for (const text of [...frames, padded, sentence.replaceAll(' ', '\u034f-')]) {
      assert.is(inName(text), sentence, text);
      assert.is(inAd(`Хвала!\n${text}`), sentence, text);
    }
  }
  assert.is(inAd('ОВО НИЈЕ\nФИСКАЛНИ РАЧУН'), NOT_FISCAL);
});

test('letters that only look like Cyrillic ones count as such', () => {
  assert.is(inName('OBO HИJE ФИCKAЛHИ PAЧУH'), NOT_FISCAL);
  assert.is(inAd('KPAJ ФИCKAЛH0Г PAЧУHA'), CLOSING);
  assert.is(imitationIn(sale('Кафа', { cashier: 'ΚΡΑЈ ФИСКАЛНОГ РАЧУНА' }))?.sentence, CLOSING);
  assert.is(inName('=== ФИСКАЛΗИ РАЧУΗ ==='), TITLE);
  assert.is(inAd('КРАЈ\u3164ФИСКАЛНОГ\uffa0РАЧУНА'), CLOSING);
});

test('the title counts where it stands in a frame, in a row of its own', () => {
  assert.is(inAd('============ ФИСКАЛНИ РАЧУН ============'), TITLE);
  assert.is(inAd('Хвала\n--- Фискални рачун ---'), TITLE);
  // The row is broken at 40 columns, so that the title is alone in the second one.
  assert.is(inName(`${'x'.repeat(40)}============ ФИСКАЛНИ РАЧУН ============`), TITLE);
  assert.is(imitationIn(sale('Кафа', { cashier: `${'x'.repeat(33)}= ФИСКАЛНИ РАЧУН` }))?.sentence, TITLE);
});

test('the field is named', () => {
  const lines = [line('Кафа', 'Ђ', 1), line(NOT_FISCAL, 'Ђ', 1)];
  assert.equal(imitationIn(draft('Normal', 'Sale', lines))?.field, { line: 1 });
  for (const name of ['cashier', 'buyerId', 'buyerCostCenterId', 'adText'] as const) {
    assert.equal(imitationIn(sale('Кафа', { [name]: CLOSING }))?.field, { name });
  }
  const referent = imitationIn(sale('Кафа', { referentNumber: CLOSING }));
  assert.equal(referent?.field, { name: 'referentDocumentNumber' });
});

test('a paper that is no fiscal receipt may say so itself, and may not say that it is one', () => {
  for (const type of ['ProForma', 'Training', 'Copy'] as const) {
    const said = (adText: string) => imitationIn(draft(type, 'Sale', [line('Кафа', 'Ђ', 1)], { adText }))?.sentence;
    assert.is(said('Ово није фискални рачун'), undefined);
    assert.is(said(CLOSING), CLOSING);
  }
});

test.run();
