import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { environmentIn, environmentPhrase } from '../../src/base/environmentWords.js';
import { ENVIRONMENTS } from '../../src/base/fiscal.js';
import { bilingual, defineMessages } from '../../src/base/message.js';

const SRC = resolve(import.meta.dirname, '../../src');
/** A Serbian text in a template, with the values put into it. */
const SERBIAN = /\bsr:\s*`((?:\\.|[^`\\])*)`/g;
/** What is typed as it is in English: in commands and settings, and behind its name the value that a program sends. */
const TYPED = /(?:--environment |pfr\.)\$\{environment\}|\(„\$\{paymentType\}”\)/g;

test('a sentence names the environment in the case that it needs; English names it as commands do', () => {
  assert.is(environmentIn('production'), 'продукцију');
  assert.is(environmentIn('sandbox', 'locative'), 'пробном окружењу');
  const { from } = defineMessages('test', { from: { en: 'It is from {environment}.', sr: 'То је из {environment}.' } });
  assert.equal(
    ENVIRONMENTS.map((one) => bilingual(from({ environment: environmentPhrase(one, 'genitive') }))),
    [
      { sr: 'То је из пробног окружења.', en: 'It is from sandbox.' },
      { sr: 'То је из продукције.', en: 'It is from production.' },
    ],
  );
});

test('no Serbian text puts the English name of an environment, a role or a part into a sentence', () => {
  const found = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => Array.from(readFileSync(join(SRC, name), 'utf8').matchAll(SERBIAN), ([, text = '']) => text))
    .filter((text) => /\$\{(?:environment|role|paymentType|permission)\}/.test(text.replace(TYPED, '')));
  assert.equal(found, []);
});

test.run();
