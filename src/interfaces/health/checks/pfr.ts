import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, failure, good, inBoth, warning } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
}

/**
 * One finding for each fault that the processor reports, card and PIN first, in the order of repair. The texts come
 * with the status of the processor, from `pfr/`.
 */
export const pfrCheck = defineCheck({
  name: 'pfr',
  consequence: 'signing',
  alarmAfterPolls: 5,
  run({ pfr }: Parts) {
    const { words, findings, mode, uid, address } = pfr().status();
    const identity = uid === '' ? mode : `${mode} ${uid}`;
    if (findings.length === 0) return [good(words, inBoth(identity))];
    // Without a code the fault may be in the address or on the network path to it.
    const place = address === undefined ? identity : `${identity}; ${address}`;
    return findings.map(({ code, blocks, found, action, command, detail }) => {
      const known = code === null ? inBoth(place) : { sr: `${identity}; код ${code}`, en: `${identity}; code ${code}` };
      const proof = detail === undefined ? known : { sr: `${known.sr}; ${detail}`, en: `${known.en}; ${detail}` };
      const told = blocks ? failure(found, action, proof) : warning(found, action, proof);
      return { ...told, ...(command !== undefined && { command }) };
    });
  },
});
