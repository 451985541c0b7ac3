import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placeOfLink } from '../../../src/paper/journal/linkPlace.js';
import { buildVerificationUrl, encodeLink } from '../../../src/paper/journal/verificationLink.js';
import { linkOf, sale } from '../../processors/pfr/wire/answers.js';

const PAYLOAD = encodeLink(linkOf(sale()));
const VL = PAYLOAD.toString('base64');
const RIGHT = buildVerificationUrl('https://suf.purs.gov.rs', PAYLOAD);

function placed(url: string, environment: 'production' | 'sandbox' = 'production'): string {
  const place = placeOfLink(url, environment, PAYLOAD);
  if (place.kind === 'right') return place.url === url ? 'kept' : place.url;
  return place.kind === 'elsewhere' ? `elsewhere ${place.host}` : place.side;
}

test('a link as the tax authority writes it stays as it is, percent-encoded or not', () => {
  assert.is(placed(RIGHT), 'kept');
  assert.is(placed(`https://suf.purs.gov.rs/v/?vl=${VL}`), 'kept');
  assert.is(placed(buildVerificationUrl('https://www.suf.purs.gov.rs', PAYLOAD)), 'kept', 'a host below it');
});

for (const [host, told] of [
  ['suf.purs.gov.rs@evil.example', 'evil.example'],
  ['suf.purs.gov.rs:443@evil.example', 'evil.example'],
  ['suf.purs.gov.rs%2f@evil.example', 'evil.example'],
  ['suf.purs.gov.rs.evil.example', 'evil'],
  ['notsuf.purs.gov.rs', 'notsuf.purs.gov.rs'],
  ['purs.gov.rs', 'purs.gov.rs'],
  ['suf-purs.gov.rs', 'suf-purs.gov.rs'],
  ['xn--suf-purs-gov.rs', ''],
  ['ѕuf.purs.gov.rs', 'xn--'],
  ['suf.purs.gov.rs\\@evil.example', 'suf.purs.gov.rs'],
  ['evil.example\\@suf.purs.gov.rs', 'evil.example'],
  ['evil.example#@suf.purs.gov.rs', 'evil.example'],
  ['evil.example?@suf.purs.gov.rs', 'evil.example'],
  ['evil.example;.suf.purs.gov.rs', 'evil.example;.suf.purs.gov.rs'],
  ['evil.example&.suf.purs.gov.rs', 'evil.example&'],
  ['.suf.purs.gov.rs', '.suf'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '[::1]'],
] as const) {
  test(`in production ${host} is no place for a link, or the link is written anew`, () => {
    const url = `https://${host}/v/?vl=${encodeURIComponent(VL)}`;
    if (!URL.canParse(url)) return;
    const place = placed(url);
    assert.ok(place === RIGHT || (place.startsWith('elsewhere ') && place.includes(told)), place);
  });
}

test('what leads to the tax authority in an unusual way is written anew, so that nobody reads another host out of it', () => {
  const end = `/v/?vl=${encodeURIComponent(VL)}`;
  for (const begin of [
    'http://suf.purs.gov.rs',
    'HTTPS://SUF.PURS.GOV.RS',
    'https://suf.purs.gov.rs.',
    'https://suf.purs.gov.rs:443',
    'https://suf.purs.gov.rs:8443',
    'https://evil.example@suf.purs.gov.rs',
    'https://suf.purs.gov.rs/redirect?to=evil.example&x=',
    'https://ｓuf.purs.gov.rs',
    'https://s%75f.purs.gov.rs',
  ]) {
    assert.is(placed(begin + end), RIGHT, begin);
  }
  for (const more of ['&to=evil.example', '#evil.example', ' ', '\\evil.example']) {
    assert.is(placed(RIGHT + more), RIGHT, more);
  }
});

test('a link of the other environment is named as such', () => {
  const sandbox = buildVerificationUrl('https://sandbox.suf.purs.gov.rs', PAYLOAD);
  assert.is(placed(sandbox), 'sandbox');
  assert.is(placed(RIGHT, 'sandbox'), 'production');
});

test('in the sandbox a link may lead to any other host, but not by a name before it', () => {
  assert.is(placed(buildVerificationUrl('https://sandbox.suf.purs.gov.rs', PAYLOAD), 'sandbox'), 'kept');
  assert.is(placed(buildVerificationUrl('http://192.168.1.20:8888/token', PAYLOAD), 'sandbox'), 'kept');
  const hidden = buildVerificationUrl('https://sandbox.suf.purs.gov.rs@evil.example', PAYLOAD);
  assert.is(placed(hidden, 'sandbox'), 'elsewhere evil.example');
});

test.run();
