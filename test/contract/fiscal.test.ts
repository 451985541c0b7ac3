import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bilingual, defineMessages, phrase } from '../../src/base/message.js';
import { ENVIRONMENTS, environmentText } from '../../src/contract/fiscal.js';

const SRC = resolve(import.meta.dirname, '../../src');
/** A Serbian text in a template, with the values put into it. */
const SERBIAN = /\bsr:\s*`((?:\\.|[^`\\])*)`/g;
/** What is typed as it is in English: in commands and settings, and behind its name the value that a program sends. */
const TYPED = /(?:--environment |pfr\.)\$\{environment\}|\(„\$\{paymentType\}”\)/g;

test('a sentence names the environment in the case that it needs; English names it as commands do', () => {
  assert.equal(environmentText('production'), { sr: 'продукцију', en: 'production' });
  assert.is(environmentText('sandbox', 'locative').sr, 'пробном окружењу');
  const { from } = defineMessages('test', { from: { en: 'It is from {environment}.', sr: 'То је из {environment}.' } });
  assert.equal(
    ENVIRONMENTS.map((one) => bilingual(from({ environment: phrase(environmentText(one, 'genitive')) }))),
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
