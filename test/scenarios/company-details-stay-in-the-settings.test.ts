import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const SELLER = {
  name: 'Пекара Зора',
  tin: '100000049',
  location: '1234567-Пекара',
  address: 'Немањина 4',
  district: 'Београд',
};
const DETAILS = {
  bankAccount: '160-123456-54',
  registrationNumber: '07007965',
  phone: '011/123-4567',
  email: 'zora@example.rs',
  web: 'zora.example.rs',
};

scene(
  'bank account, telephone and the like stay in the settings: no receipt records them, however it came into the ledger',
  async (stage) => {
    await stage.box.set('company', { ...SELLER, ...DETAILS });
    const before = await stage.sold();
    stage.tell({ lastInvoiceNumber: before.pfr.invoiceNumber });
    stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: '', after: ['forget'] });
    await stage.refused({}, 'prodaja-2');
    await stage.sellsOnUntil('its number is missing', () => stage.unsettled[0]?.state === 'notHeld');
    const lost = await stage.signedButMissing();
    // The link that a person finds names no seller: the box takes it from the last receipt of the same card.
    await stage.findOnPortal(lost);
    await stage.box.set('pfr.sandbox', { mode: 'demo' });
    const demo = await stage.sold();

    const { ledger } = stage.box.parts;
    const recorded = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 10 });
    const ofNumber = (number: string) =>
      recorded.find(({ signature }) => signature.invoiceNumber === number)?.signature.company;
    assert.equal(ofNumber(lost), ofNumber(before.pfr.invoiceNumber));
    assert.equal(ofNumber(demo.pfr.invoiceNumber), SELLER);
    const written = JSON.stringify(recorded);
    for (const detail of Object.values(DETAILS)) assert.not.ok(written.includes(detail), detail);
    assert.equal(stage.box.parts.settings.now.company, { ...SELLER, ...DETAILS });
    assert.equal((await stage.status()).company, { name: SELLER.name, tin: SELLER.tin, location: SELLER.location });
  },
);
