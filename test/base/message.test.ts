import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bilingual, defineMessages, english, phrase, verbatim } from '../../src/base/message.js';

const MESSAGES = defineMessages('test', {
  plain: { en: 'Nothing is here.', sr: 'Овде нема ничега.' },
  wrong: { en: '{setting}: {fault}.', sr: '{setting}: {fault}.' },
  taken: { en: 'The name {name} is taken {count} times.', sr: 'Назив {name} је заузет {count} пута.' },
});

test('a message has a code, and its text in both languages', () => {
  assert.is(MESSAGES.plain.code, 'test.plain');
  assert.equal(bilingual(MESSAGES.plain), { en: 'Nothing is here.', sr: 'Овде нема ничега.' });
});

test('parameters are numbers, texts, quoted texts and messages', () => {
  const taken = MESSAGES.taken({ name: '"Кафа"', count: 2 });
  assert.equal(bilingual(taken), {
    en: 'The name "Кафа" is taken 2 times.',
    sr: 'Назив „Кафа” је заузет 2 пута.',
  });
  const wrong = MESSAGES.wrong({ setting: 'items', fault: phrase({ en: 'it is empty', sr: 'празно је' }) });
  assert.equal(bilingual(wrong), { en: 'items: it is empty.', sr: 'items: празно је.' });
  assert.is(english(MESSAGES.wrong({ setting: 'rauc', fault: verbatim('no {slot}') })), 'rauc: no {slot}.');
});

test('a value that looks like a place is not replaced', () => {
  assert.is(english(MESSAGES.taken({ name: '{count}', count: 1 })), 'The name {count} is taken 1 times.');
});

test('a message crosses a socket', () => {
  const message = MESSAGES.wrong({ setting: 'items', fault: MESSAGES.plain });
  const received = JSON.parse(JSON.stringify(message)) as typeof message;
  assert.equal(bilingual(received), bilingual(message));
});

test('types require every parameter, and no place that the English text lacks', () => {
  // @ts-expect-error: `count` is missing.
  assert.is(english(MESSAGES.taken({ name: 'a' })), 'The name a is taken {count} times.');
  // @ts-expect-error: the English text has no {nobody}.
  defineMessages('test', { one: { en: 'One {name}.', sr: 'Један {nobody}.' } });
  // @ts-expect-error: the Serbian text is missing.
  defineMessages('test', { two: { en: 'Two.' } });
});

test.run();
