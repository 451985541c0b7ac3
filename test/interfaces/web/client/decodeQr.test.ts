import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeQr } from '../../../../src/interfaces/web/client/scan/decodeQr.js';
import { seededRandom } from '../../../kit/random.js';
import { cameraPicture, qrPicture } from '../../../kit/web/video.js';

const CODES = 12;

test('each code of a receipt is read as a camera shows it, whatever the card has signed', () => {
  const random = seededRandom();
  for (const [scale, width] of [
    [4, 960],
    [5, 960],
    [6, 1280],
  ] as const) {
    for (let made = 0; made < CODES; made += 1) {
      const link = `https://suf.purs.gov.rs/v/?vl=${encodeURIComponent(random.bytes(588).toString('base64'))}`;
      assert.is(decodeQr(cameraPicture(qrPicture(link, scale), width)), link);
    }
  }
});

test('a picture without a code has none', () => {
  assert.is(decodeQr(cameraPicture(() => false, 320)), undefined);
});

test.run();
