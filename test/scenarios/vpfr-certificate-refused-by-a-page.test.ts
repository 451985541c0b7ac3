import * as assert from 'uvu/assert';
import { scene, type Stage } from './stage.js';

/** As IIS writes it for a certificate that is revoked (403.13) or has ended (403.17). */
const PAGE = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">
<html><head><title>403 - Forbidden: Access is denied.</title></head>
<body><h2>403 - Forbidden: Access is denied.</h2>
<h3>You do not have permission to view this directory or page using the credentials that you supplied.</h3></body></html>`;

const FORBIDDEN = { fault: 'answer', signs: false, status: 403, body: PAGE, standing: true } as const;

function assertPlain(text: string): void {
  assert.match(text, 'Пореска управа није прихватила сертификат.');
  assert.not.match(text, /[<>]|Forbidden|permission|Искључите/);
}

async function problems(stage: Stage): Promise<string> {
  return JSON.stringify((await stage.status())['problems']);
}

scene(
  'a certificate that is turned away by a page is told as that, at a sale and in the status, and nothing is open',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add(FORBIDDEN);

    assertPlain(await stage.refused({}, 'prodaja-2'));
    assert.is(stage.unsettled.length, 0, 'it is certain at once');

    stage.pfr.faults.add({ ...FORBIDDEN, on: 'status' });
    assertPlain(await stage.refused({}, 'prodaja-2'));
    assertPlain(await problems(stage));
    assertPlain((await stage.complaints()).join());

    stage.pfr.faults.clear();
    await stage.sold({}, 'prodaja-2');
    assert.is(stage.signed.length, 2);
  },
  { pfr: { kind: 'vpfr' } },
);
