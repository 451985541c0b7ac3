import { localTime } from '../base/time.js';
import type { Check, HealthParts } from './checks.js';
import { checkPfrCertificate } from './pfrCertificate.js';
import { TEXTS as RATES } from './texts/rates.js';
import { TEXTS } from './texts/settling.js';
import { failure, good, warning } from './verdicts.js';

const DAY = 24 * 60 * 60 * 1000;
/** A processor tells its rates with each look; one that has told none for so long works with old ones, ms. */
const RATES_NOTICE = 3 * DAY;

/** Without its certificate a V-PFR cannot be asked: then that is all there is to say of it. */
export function checkProcessor(parts: HealthParts): Check[] {
  const certificate = checkPfrCertificate(parts);
  if (certificate.some(({ state }) => state === 'failure')) return certificate;
  return [...checkPfr(parts), ...certificate, ...checkRates(parts)];
}

/** One line for each thing that the processor complains about, card and PIN first, in the order in which to mend. */
function checkPfr({ pfr }: HealthParts): Check[] {
  const { words, findings, mode, uid } = pfr().status();
  const who = uid === '' ? mode : `${mode} ${uid}`;
  if (findings.length === 0) return [good('pfr', words, who)];
  return findings.map(({ code, blocks, found, action }) => {
    const proof = code === null ? who : `${who}; code ${code}`;
    return blocks ? failure('pfr', found, action, proof) : warning('pfr', found, action, proof);
  });
}

/** Only of a real processor that has told rates; one without any is a failure of its own. */
function checkRates({ pfr }: HealthParts): Check[] {
  const { ratesAge } = pfr().status();
  if (ratesAge === null || pfr().taxLabels().length === 0) return [];
  const proof = `told ${Math.round(ratesAge / 1000)} s ago; limit ${RATES_NOTICE / 1000} s`;
  if (ratesAge < RATES_NOTICE) return [good('rates', RATES.ratesGood(), proof)];
  return [warning('rates', RATES.ratesOld(Math.floor(ratesAge / DAY)), RATES.refreshRates(), proof)];
}

/** Receipts that were sent and have no known end hold up all others. */
export function checkUnsettled({ unsettled, pfr }: HealthParts): Check[] {
  // The demo takes no notice of what a real processor has left open.
  const complain = pfr().mode === 'demo' ? warning : failure;
  return unsettled().map(({ intent, state }) => {
    const about = { time: localTime(intent.createdAt), total: intent.draft.total, requestId: intent.requestId };
    const proof = `request ${intent.requestId}`;
    return state === 'doubt'
      ? complain('settling', TEXTS.inDoubt(about), TEXTS.decide(), proof)
      : complain('settling', TEXTS.unsettled(about), TEXTS.waitForSettling(), proof);
  });
}

/** Somebody else uses the card, or it has signed what the box does not know of. */
export function checkNumbers({ gap }: HealthParts): Check[] {
  const found = gap();
  if (found === undefined) return [];
  const proof = `${found.jid}: ${found.before}, ${found.after}`;
  return [warning('numbers', TEXTS.numbersMissing(found), TEXTS.lookForNumbers(), proof)];
}
