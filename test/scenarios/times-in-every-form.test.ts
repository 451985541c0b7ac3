import * as assert from 'uvu/assert';
import { STYLES } from '../kit/pfr/styles.js';
import { scene } from './stage.js';

const FORMS = [
  { decimals: 0, zone: 'none' },
  { decimals: 3, zone: 'Z' },
  { decimals: 6, zone: 'offset' },
  { decimals: 7, zone: 'offset' },
  { decimals: 0, zone: 'Z' },
] as const;

scene('the time of a receipt is understood in all five forms', async (stage) => {
  for (const form of FORMS) {
    const other = await stage.newProcessor({
      pin: null,
      jid: `TIME${form.decimals}${form.zone.slice(0, 3)}`.toUpperCase().padEnd(8, 'X'),
      style: { ...STYLES.spec, ...form },
    });
    await stage.useLpfr(other);

    const sold = await stage.sold();

    const at = other.pfr.signed[0]?.at ?? 0;
    assert.is(sold.pfr.sdcDateTime, inBelgrade(at), JSON.stringify(form));
  }
  assert.is(stage.signed.length, FORMS.length);
});

function inBelgrade(at: number): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Belgrade' });
}
