import * as assert from 'uvu/assert';
import { SALE } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

const EVIL = 'https://evil.example';

export const trick: Trick = {
  name: 'a document that runs a script of the caller',
  async run(box, key) {
    const name = '<script src="//evil.example/x.js"></script><img src=x onerror=alert(1)>';
    const { uuid } = await box.issue(key, { items: [{ ...SALE.items[0], name }] });
    const query = new URLSearchParams({ base: EVIL, print: '1' }).toString();
    const { status, text, headers } = await box.send('GET', `/invoices/${uuid}/document?${query}`, key);
    assert.is(status, 200);
    assert.not.match(text, /<script src|<img src=x/);
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim());
    const ofEvil = directives.filter((directive) => directive.includes('evil.example'));
    assert.ok(
      ofEvil.every((directive) => /^(?:style|font|img)-src /.test(directive)),
      ofEvil.join(),
    );
    const script = directives.find((directive) => directive.startsWith('script-src '));
    assert.match(script ?? '', /^script-src 'sha256-[A-Za-z0-9+/=]+'$/);
    assert.ok(directives.includes("default-src 'none'"));
  },
};
