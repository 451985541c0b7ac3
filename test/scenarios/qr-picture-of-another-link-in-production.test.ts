import * as assert from 'uvu/assert';
import { drawingOf } from '../../src/platform/pictures/drawing.js';
import { scene } from './stage.js';

scene(
  'a QR picture of another link than that of the receipt is replaced: its API caller prints no phishing',
  async (stage) => {
    stage.pfr.faults.add(
      { fault: 'mislead', root: 'https://suf.purs.gov.rs.example.com', only: 'picture' },
      { fault: 'mislead', root: 'HTTP://SUF.PURS.GOV.RS:80' },
    );

    for (const sold of [await stage.sold(), await stage.sold(), await stage.sold()]) {
      const { invoiceNumber, verificationUrl, verificationQRCode } = sold.pfr;
      assert.is(verificationUrl, stage.linkOf(invoiceNumber));
      const drawing = drawingOf(Buffer.from(verificationQRCode ?? '', 'base64'), verificationUrl);
      assert.is(typeof drawing?.code, 'object', 'it is the code of the link');
      assert.is(drawing?.tail, ';');
    }
    assert.equal(
      stage.logged('pfr.quirk').map(({ quirk }) => quirk),
      ['picture', 'link'],
    );
    assert.not(stage.asked.includes('find'), 'nothing was lost');
  },
  { environment: 'production' },
);
