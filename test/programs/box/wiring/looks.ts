import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { newFolder } from '../../../kit/folder.js';
import { Machine } from '../../../kit/machine.js';
import { freePort } from '../../../kit/port.js';
import { signIn } from '../../../kit/web/signedIn.js';
import type { Trace } from './trace.js';
import { LOOKS, TracedBox } from './tracedBox.js';

const API = ['/status', '/tax-labels', '/items', '/events', '/invoices', '/printers', '/queue', '/metrics', '/me'];
const PAGES = ['/', '/web/session', '/web/state'];

/** Every query about the box is made, by the API, the control socket and the pages. */
export const tellsOfItself = (trace: Trace): Promise<void> => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  const company = { name: 'Пекара', tin: '123456789', location: 'Пекара', address: 'Улица 1', district: 'Београд' };
  writeFileSync(join(folder, 'first-boot.json'), JSON.stringify({ company }));
  const machine = new Machine().synchronize().rtc('1', Date.now());
  machine.write('sys/class/thermal/thermal_zone0/type', 'cpu-thermal\n');
  machine.write('sys/class/thermal/thermal_zone0/temp', '51000\n');
  machine.write('sys/firmware/devicetree/base/model', 'Raspberry Pi 4\0');
  return TracedBox.during(
    trace,
    async (box) => {
      await box.box.set('metrics', true);
      await box.sell();
      const port = await freePort();
      await box.box.set('helperPort', port);
      await box.told('helper.started');
      trace.flat('the helping page', (await plain(port)).replace(String(port), ''));
      for (const path of API) await box.get(path);
      for (const look of LOOKS) await box.look(look);
      const owner = await signIn(box.box, 'Мира', 'owner');
      for (const path of PAGES) {
        const reply = await box.box.anonymous.fetch('GET', path, { headers: owner.headers });
        trace.add(`the page ${path} is answered ${reply.status}`);
      }
      const identity = await box.box.anonymous.fetch('GET', '/web/identity', { headers: owner.headers });
      box.answer('what the box is', identity.status, identity.text);
      for (const look of LOOKS) {
        const reply = await box.box.anonymous.fetch('POST', `/web/operations/${look}`, {
          json: {},
          headers: owner.headers,
        });
        box.answer(`on a page ${look}`, reply.status, reply.text);
      }
      await box.ask('certificate.renew-ca', {});
      trace.add(`the authority ${readFileSync(join(box.box.folder, 'tls/ca.pem'), 'utf8').length > 0 ? 'stands' : ''}`);
    },
    { folder, machine: { root: machine.root, buildTime: Date.now() - 86_400_000 } },
  );
};

function plain(port: number): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => done(text));
    });
    sent.on('error', fail).end();
  });
}
