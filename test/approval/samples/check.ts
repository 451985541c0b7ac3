import type { Check, Trial } from '../trial.js';
import { SAMPLE_ROWS } from './fixtures.js';
import { compareRows, frameOf } from './rows.js';
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
    trial.holds(`${sample.title}: пример је направљен`, false, fault);
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

/** That a receipt which a page has issued has the rows of a sample that the authority prints. `at`: 0 for the newest receipt, 1 for the one before. */
export async function likeSample(trial: Trial, { name, title }: Sample, at = 0): Promise<void> {
  const latest = (await (await trial.shop()).receipts())[at];
  const wanted = SAMPLE_ROWS.find((rows) => rows.name === name);
  if (latest === undefined || wanted === undefined || trial.stage.isSandbox) return;
  trial.paper(`${title}, са касе`, latest);
  const { rows, extra } = compareRows(frameOf(latest.journal), wanted);
  const missing = rows.filter(({ isThere }) => !isThere).map((row) => row.wanted);
  trial.holds(
    `са касе: сви редови узорка (${wanted.source})`,
    missing.length === 0,
    `недостаје ${missing.join(' | ')}`,
  );
  trial.holds(`са касе: нема других редова (${wanted.source})`, extra.length === 0, extra.join(' | '));
}
