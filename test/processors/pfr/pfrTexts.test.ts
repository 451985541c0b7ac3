import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../../src/base/bilingual.js';
import type { ChannelFault } from '../../../src/processors/pfr/channel.js';
import * as accessTexts from '../../../src/processors/pfr/accessTexts.js';
import * as texts from '../../../src/processors/pfr/pfrTexts.js';

const CAUSES = [
  'address',
  'refused',
  'unreachable',
  'timeout',
  'reset',
  'certificate',
  'trust',
  'pin',
  'protocol',
] as const;
const unreached = (cause: ChannelFault['cause'], mode: 'lpfr' | 'vpfr', seen?: string): Finding =>
  texts.unreached({ cause, detail: 'ECODE', ...(seen !== undefined && { seen }) }, mode);

const FINDINGS: readonly Finding[] = [
  ...[texts.STATE_UNKNOWN, texts.UNREADABLE, texts.NO_RATES, texts.noLibrary('detail'), texts.misleadingLink('a.test')],
  ...(['sandbox', 'production'] as const).flatMap((environment) => [
    texts.wrongEnvironment(environment),
    ...[accessTexts.noPac(environment), accessTexts.cardOfOther(environment), accessTexts.noCertificate(environment)],
    ...[accessTexts.noAddress(environment), accessTexts.noAddress(environment, true)],
    accessTexts.strangeAddress(environment, 'a.test'),
    accessTexts.wrongPac({ mode: 'vpfr', environment }),
    accessTexts.wrongPac({ mode: 'vpfr', environment, isByCard: true }),
  ]),
  ...(['lpfr', 'vpfr'] as const).flatMap((mode) => [
    ...[texts.statusRefused('text', mode), texts.serverFailed(503, mode)],
    ...CAUSES.map((cause) => unreached(cause, mode)),
  ]),
  ...[undefined, false, true].map((isByCard) => accessTexts.certificateRefused('detail', null, isByCard)),
];

test('what is found and what to do are whole sentences in both languages, each in its script', () => {
  for (const { found, action, blocks } of FINDINGS) {
    for (const { sr, en } of [found, action]) {
      assert.match(sr, /^[А-ЯЂЈЉЊЋЏ]/u);
      assert.match(en, /^[A-Z]/);
      assert.not.match(en, /[А-Яа-я]/u);
    }
    assert.ok(blocks, 'no receipts are sent until it is mended');
  }
});

test('nobody in the shop is told to restart, or to look for, a processor of the tax authority', () => {
  const actions = (mode: 'lpfr' | 'vpfr'): string[] =>
    [texts.statusRefused('text', mode), texts.serverFailed(503, mode), unreached('timeout', mode)].map(
      ({ action }) => action.en,
    );
  assert.match(
    actions('lpfr').join('\n'),
    /^Restart the processor.*\nRestart the processor.*\nCheck that the processor is switched on/,
  );
  assert.match(actions('vpfr').join('\n'), /^Wait: .*\nWait: .*\nCheck the internet connection/);
});

test('each cause has its own words: a name that is not found, a program that does not run, silence, another device', () => {
  const found = (mode: 'lpfr' | 'vpfr'): string[] => CAUSES.map((cause) => unreached(cause, mode).found.en);
  assert.equal(found('lpfr'), [
    'The name of the processor was not found on the network.',
    'The processor at the configured address does not respond.',
    ...Array<string>(3).fill('The processor does not answer.'),
    'The tax authority did not accept the client certificate.',
    'The certificate of the processor is not trusted; nothing was sent to it.',
    "The device at the processor's address has a different key from the configured one (seen: -); nothing was sent to it.",
    'The device at the configured address is not a fiscal processor.',
  ]);
  assert.is(found('vpfr')[6], 'The certificate of the processor is not trusted.');
  assert.match(texts.unreached({ cause: 'library', detail: 'no such file' }, 'vpfr').found.en, '(no such file)');
});

test('what belongs to the other environment is named by it', () => {
  const { wrongEnvironment } = texts;
  const { cardOfOther, strangeAddress } = accessTexts;
  for (const [{ found }, sr, en] of [
    [wrongEnvironment('production'), 'тестни', 'The processor is a test one, but it is set for production.'],
    [wrongEnvironment('sandbox'), 'прави', 'The processor is a production one, but it is set for the sandbox.'],
    [cardOfOther('production'), 'тестна', 'of the sandbox'],
    [cardOfOther('sandbox'), 'за праве рачуне', 'of production'],
    [strangeAddress('production', 'a.test'), 'праве рачуне', 'for production'],
    [strangeAddress('sandbox', 'a.test'), 'тестирање', 'for the sandbox'],
  ] as const) {
    assert.ok(found.sr.includes(sr), found.sr);
    assert.ok(found.en.includes(en), found.en);
  }
});

test('the setting to enter names the key of the card, or the PAC of a certificate file', () => {
  const { noAddress, wrongPac } = accessTexts;
  const by = { mode: 'vpfr', environment: 'sandbox' } as const;
  for (const [{ action }, members] of [
    [noAddress('sandbox', true), '{"mode":"vpfr","key":"card","url":"https://…"}'],
    [noAddress('sandbox'), '{"mode":"vpfr","url":"https://…","pac":"…"}'],
    [wrongPac({ ...by, isByCard: true }), '{"mode":"vpfr","key":"card","pac":"…"}'],
    [wrongPac(by), '{"mode":"vpfr","pac":"…"}'],
  ] as const) {
    assert.ok(action.en.includes(members), action.en);
  }
});

test('only where nothing has answered, the processor is out of reach', () => {
  for (const mode of ['lpfr', 'vpfr'] as const) {
    const out = CAUSES.filter((cause) => unreached(cause, mode).isOutOfReach === true);
    assert.equal(out, ['address', 'refused', 'unreachable', 'timeout', 'reset'], mode);
  }
});

test('the key that a processor has shown is told, ready to be pinned, and so is that none was shown', () => {
  const shown = unreached('trust', 'lpfr', 'sha256/AAAA');
  assert.is(shown.detail, 'ECODE; sha256/AAAA');
  assert.match(shown.action.en, '"pin":"sha256/AAAA"');
  assert.match(unreached('trust', 'lpfr').action.en, '"pin":"sha256/…"');
  for (const [seen, told] of [
    ['sha256/BBBB', 'sha256/BBBB'],
    [undefined, '-'],
  ] as const) {
    const { found } = unreached('pin', 'lpfr', seen);
    assert.match(found.sr, `(виђен је ${told})`);
    assert.match(found.en, `(seen: ${told})`);
  }
});

test('a command for the technician names the environment, and the place of what was refused', () => {
  for (const environment of ['sandbox', 'production'] as const) {
    for (const { action } of [
      accessTexts.noPac(environment),
      accessTexts.noAddress(environment),
      accessTexts.wrongPac({ mode: 'vpfr', environment }),
      texts.wrongEnvironment(environment),
    ]) {
      assert.match(action.en, `kasirbox settings set pfr.${environment} `);
    }
    assert.match(accessTexts.noCertificate(environment).action.en, `--environment ${environment}`);
  }
  const place = (isByCard?: boolean): string | undefined =>
    /: (kasirbox.*)$/.exec(accessTexts.certificateRefused('detail', null, isByCard).action.en)?.[1];
  assert.equal(
    [place(false), place(true), place()],
    [
      'kasirbox certificate show',
      'kasirbox card info',
      'kasirbox certificate show, or for the key of a card: kasirbox card info',
    ],
  );
  assert.match(accessTexts.certificateRefused('detail', null, true).action.sr, 'Проверите картицу и ПАК');
  const { found, detail } = accessTexts.certificateRefused('detail', 'Revoked');
  assert.equal([found.sr.endsWith('сертификат: Revoked'), found.en.endsWith('certificate: Revoked')], [true, true]);
  assert.is(detail, 'detail');
});

test.run();
