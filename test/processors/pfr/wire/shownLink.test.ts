import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shownLink } from '../../../../src/processors/pfr/wire/shownLink.js';
import { drawLink } from '../../../../src/platform/pictures/drawing.js';
import { linkOf, resultOf, sale } from './answers.js';

const SANDBOX = String(resultOf(sale(), linkOf(sale()))['verificationUrl']);
const LINK = `https://suf.purs.gov.rs/v/${new URL(SANDBOX).search}`;
const picture = (link: string): Buffer => drawLink(link);

/** What is shown in production of a link and a picture, by quirks; `picture` is ours unless theirs is passed on. */
function shown(link: string, code: Buffer | null, environment: 'production' | 'sandbox' = 'production') {
  const found = shownLink({ verificationUrl: link, verificationQRCode: code?.toString('base64') ?? null }, environment);
  assert.ok(found.ok, JSON.stringify(found));
  return found.value;
}

test('a picture of just the link is passed on', () => {
  const found = shown(LINK, picture(LINK));
  assert.equal(found, { verificationUrl: LINK, verificationQRCode: picture(LINK).toString('base64'), quirks: [] });
  assert.is(shown(LINK, null).verificationQRCode, null);
});

/** The data of a GIF behind its head and tables: a second image that is shown after the first. */
const withSecond = (one: Buffer, other: Buffer): Buffer =>
  Buffer.concat([one.subarray(0, -1), other.subarray(13 + 3 * 2 ** ((other[10]! & 7) + 1))]);

for (const [what, code] of Object.entries({
  'of another link': picture(LINK.replace('?vl=A', '?vl=B')),
  'with a second image behind it': withSecond(picture(LINK), picture('https://example.org/')),
  'with bytes behind its end': Buffer.concat([picture(LINK), Buffer.from(';')]),
  'with bytes before its end': Buffer.concat([picture(LINK).subarray(0, -1), Buffer.from([0x21, 0xfe, 0, 0x3b])]),
  'without an end': picture(LINK).subarray(0, -1),
  'that is none': Buffer.from('GIF89a'),
})) {
  test(`in production a picture ${what} is replaced by ours, and told; the sandbox passes it on`, () => {
    const found = shown(LINK, code);
    assert.equal(found, {
      verificationUrl: LINK,
      verificationQRCode: picture(LINK).toString('base64'),
      quirks: ['picture'],
    });
    const tried = shown(SANDBOX, code, 'sandbox');
    assert.equal([tried.verificationQRCode, tried.quirks], [code.toString('base64'), []]);
  });
}

test('a link that is written oddly is written anew, and a picture of the odd one is not shown', () => {
  const odd = LINK.replace('https://', 'HTTPS://user@');
  assert.equal(shown(odd, picture(odd)), {
    verificationUrl: LINK,
    verificationQRCode: picture(LINK).toString('base64'),
    quirks: ['link', 'picture'],
  });
});

test.run();
