import { readFileSync } from 'node:fs';
import { environmentOfHost, hostOf } from '../../../src/contract/pfrTraits.js';
import { type Access, readAccess } from '../../sandbox/access.js';
import type { Connect } from './stage.js';

/** How a box is connected to the real sandbox; a text says why there is no access. */
export function sandboxConnection(environment: NodeJS.ProcessEnv): Connect | string {
  const access = readAccess(environment);
  if (access.kind === 'none') return access.why;
  // What is signed in the real world is a fiscal receipt.
  if (environmentOfHost(hostOf(access.url)) === 'production') return `${access.url} is not of the sandbox.`;
  return connectionOf(access);
}

function connectionOf(access: Exclude<Access, { readonly kind: 'none' }>): Connect {
  return async (shop) => {
    const { url } = access;
    if (access.kind === 'lpfr') {
      await shop.set('pfr.sandbox', { mode: 'lpfr', url });
      return;
    }
    const environment = 'sandbox';
    if (access.ca !== '') {
      await shop.ask('certificate.trust', { environment, bundle: readFileSync(access.ca).toString('base64') });
    }
    const password = readFileSync(access.passwordFile, 'utf8').trim();
    await shop.ask('certificate.upload', { environment, pfx: readFileSync(access.pfx).toString('base64'), password });
    await shop.set('pfr.sandbox', { mode: 'vpfr', url, pac: access.pac });
  };
}
