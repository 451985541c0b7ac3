import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { certificateRefused, noPac, wrongPac } from '../../../src/processors/pfr/accessTexts.js';
import { serverFailed, statusRefused, UNREADABLE, unreached } from '../../../src/processors/pfr/pfrTexts.js';
import {
  accessFinding,
  explanationOf,
  refusalBy,
  refusalIn,
  statusFault,
} from '../../../src/processors/pfr/refusals.js';
import { readAnswer } from '../../../src/processors/pfr/wire/answer.js';
import { refusalFinding } from '../../../src/processors/pfr/wire/pfrCodes.js';

const answer = (text: string) => readAnswer(400, Buffer.from(text));
const ON_LAN = { mode: 'lpfr', environment: 'sandbox' } as const;
const ONLINE = { mode: 'vpfr', environment: 'sandbox' } as const;

test('only what was not reached at all is refused as unreachable', () => {
  const unreachable = unreached({ cause: 'refused', detail: 'ECONNREFUSED' }, 'lpfr');
  const { found, action } = unreachable;
  assert.equal(refusalBy(unreachable), {
    ...{ kind: 'refused', code: null, about: 'unreachable' },
    ...{ message: `${found.sr} ${action.sr}`, messageEn: `${found.en} ${action.en}` },
  });
  for (const fault of [noPac('sandbox'), UNREADABLE, unreached({ cause: 'trust', detail: 'X' }, 'lpfr')]) {
    assert.not('about' in refusalBy(fault), fault.found.en);
  }
  const withoutAction = { code: '1300', blocks: true, found, action: { sr: '', en: '' } };
  assert.equal(refusalBy(withoutAction), { kind: 'refused', code: '1300', message: found.sr, messageEn: found.en });
});

test('a refusal of the processor has its first code, and its text only where that comes from a processor', () => {
  for (const [text, code, shown] of [
    ['["2310","1300"]', '2310', '(1300)'],
    ['{"message":"No licence"}', null, 'The processor refused: No licence'],
    ['No licence', null, 'The processor refused: No licence'],
    ['<html>No licence</html>', null, 'The processor refused the receipt without a reason.'],
    ['{}', null, 'The processor refused the receipt without a reason.'],
  ] as const) {
    const refusal = refusalIn(answer(text));
    assert.equal([refusal.kind, refusal.code, 'about' in refusal], ['refused', code, false], text);
    assert.ok(refusal.messageEn.includes(shown), refusal.messageEn);
  }
});

test('the rule for the caller says what the refusal is about', () => {
  const [message, messageEn] = ['не', 'no'];
  const refusal = { kind: 'refused' as const, code: null, message, messageEn };
  for (const [about, rule] of [
    ['unreachable', 'pfr.out-of-reach'],
    ['receipt', 'pfr.refused-receipt'],
    ['unclear', 'pfr.refused'],
  ] as const) {
    assert.equal(explanationOf({ ...refusal, about }), { rule, message, messageEn });
  }
  assert.equal(explanationOf(refusal), { rule: 'pfr.not-ready', message, messageEn });
});

test('only a processor with client certificates denies access, and says whether by PAC or by certificate', () => {
  const denied = '{"Message":"The client certificate is not active."}';
  for (const isByCard of [false, true]) {
    const by = { ...ONLINE, isByCard };
    assert.equal(accessFinding(403, answer('{"Message":"Invalid PAC value."}'), by), wrongPac(by));
    assert.equal(
      accessFinding(403, answer(denied), by),
      certificateRefused('HTTP 403', 'The client certificate is not active.', isByCard),
    );
    assert.equal(accessFinding(401, answer('<h1>no</h1>'), by), certificateRefused('HTTP 401', null, isByCard));
  }
  assert.equal(accessFinding(401, answer(''), ONLINE), certificateRefused('HTTP 401', null, false));
  assert.is(accessFinding(403, answer(denied), ON_LAN), undefined);
  assert.is(accessFinding(400, answer('1500'), ONLINE), undefined);
});

test('an answer that is not a status is told by its codes, as denied access, as a failed server, or as no processor', () => {
  for (const [status, text, by, fault] of [
    [400, '1300', ON_LAN, refusalFinding(['1300'], null)],
    [403, '1500', ONLINE, refusalFinding(['1500'], null)],
    [403, '', ONLINE, certificateRefused('HTTP 403', null, false)],
    [403, '', ON_LAN, UNREADABLE],
    [200, '{}', ON_LAN, UNREADABLE],
    [404, 'Not Found', ON_LAN, UNREADABLE],
    [404, '{"message":"no"}', ONLINE, UNREADABLE],
    [499, '', ON_LAN, UNREADABLE],
    [500, '', ON_LAN, serverFailed(500, 'lpfr')],
    [503, '<h1>Unavailable</h1>', ONLINE, serverFailed(503, 'vpfr')],
    [500, '{"message":"Busy"}', ONLINE, statusRefused('Busy', 'vpfr')],
    [400, '{"message":"Busy"}', ON_LAN, statusRefused('Busy', 'lpfr')],
  ] as const) {
    assert.equal(statusFault(status, answer(text), by), fault, `${status} ${text} ${by.mode}`);
  }
});

test.run();
