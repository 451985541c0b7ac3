import type { Check, Trial } from '../trial.js';
import { type Made, makeSample } from './set.js';
import type { Sample } from './sample.js';

/** A check of samples: each is issued, printed, its code read, and its rows compared where the authority prints the sample. */
export function sampleCheck(samples: readonly Sample[], more?: Check): Check {
  return async (trial) => {
    for (const sample of samples) await lookAt(trial, sample);
    await more?.(trial);
  };
}

/** Makes a sample and notes what is right and wrong about it. */
export async function lookAt(trial: Trial, sample: Sample): Promise<Made> {
  trial.step(`Узорак „${sample.title}”: издавање, штампа на ролни од 80 mm, А4, читање QR кода`);
  const made = await makeSample(trial.stage, sample, trial.folder);
  const { invoice, compared, fault } = made;
  if (invoice === undefined) {
    trial.holds(`${sample.title}: рачун је издат`, false, fault);
    return made;
  }
  const { invoiceNumber, invoiceCounter } = invoice.pfr;
  trial.answer(`${invoiceNumber}, ${invoiceCounter}, ${invoice.total}`);
  trial.papers.push({ title: sample.title, text: made.text, files: made.files });
  const rules = (invoice.warnings ?? []).map(({ rule }) => rule);
  trial.holds(`${sample.title}: издат без упозорења`, rules.length === 0, rules.join(', '));
  trial.holds(`${sample.title}: одштампан, QR код прочитан`, made.isCodeRead);
  const missing = compared?.rows.filter(({ isThere }) => !isThere).map(({ wanted }) => wanted) ?? [];
  const source = compared === undefined ? '' : ` (${compared.source})`;
  if (compared !== undefined) {
    trial.holds(
      `${sample.title}: сви редови узорка${source}`,
      missing.length === 0,
      `недостаје ${missing.join(' | ')}`,
    );
    const { extra } = compared;
    trial.holds(`${sample.title}: нема других редова${source}`, extra.length === 0, extra.join(' | '));
  }
  return made;
}
