import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codesIn } from '../../conformance/kit/picture.js';
import type { Invoice } from '../answers.js';
import type { Printed } from '../stage/printers.js';
import type { Stage } from '../stage/stage.js';
import { FIFTEEN } from './fifteen.js';
import { FURTHER } from './further.js';
import { SAMPLE_ROWS } from './fixtures.js';
import { type Compared, compareRows, frameOf, paperText, type SampleRows } from './rows.js';
import { Maker, type Sample } from './sample.js';

const END = /КРАЈ ФИСКАЛНОГ РАЧУНА|ОВО НИЈЕ ФИСКАЛНИ РАЧУН/;

export const SAMPLES: readonly Sample[] = [...FIFTEEN, ...FURTHER];

/** A sample as it was issued, with its files and what they were found to be. */
export interface Made {
  readonly sample: Sample;
  /** Why there is no receipt; the other members are then those of an empty one. */
  readonly fault?: string;
  readonly invoice?: Invoice;
  readonly printed?: Printed;
  /** The slip as text, with what is below its end. */
  readonly text: string;
  /** Beside the report: slip as a picture and as text, A4 as HTML and PDF, and JSON. */
  readonly files: readonly string[];
  /** True when the code on the slip was read and leads to the processor's address. */
  readonly isCodeRead: boolean;
  /** Undefined where the authority prints no such sample. */
  readonly compared?: {
    readonly source: string;
    readonly rows: readonly Compared[];
    /** The text between the rows of the sample, without blanks. */
    readonly extra: readonly string[];
    /** Differences that the rows do not show, with the clause that allows each. */
    readonly differs: readonly string[];
  };
}

/** Issues a sample once, prints it, and writes its files below the folder of the report. */
export function makeSample(stage: Stage, sample: Sample, folder: string): Promise<Made> {
  return stage.once(`files of ${sample.name}`, async () => {
    try {
      return await writeSample(stage, sample, folder);
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      return { sample, fault, text: '', files: [], isCodeRead: false };
    }
  });
}

async function writeSample(stage: Stage, sample: Sample, folder: string): Promise<Made> {
  const shop = await stage.shop();
  const maker = new Maker(stage);
  const invoice = await maker.of(sample);
  const text = await paperText((path) => shop.call('GET', path), invoice);
  const printed = await maker.paperOf(invoice);
  const path = join('uzorci', sample.name);
  mkdirSync(join(folder, path), { recursive: true });
  const contents: Readonly<Record<string, Buffer | string>> = {
    'isecak.png': printed.png,
    'isecak.txt': text,
    'a4.html': await shop.file(`/invoices/${invoice.uuid}/document?paper=a4&format=html`),
    'a4.pdf': await shop.file(`/invoices/${invoice.uuid}/document?paper=a4&format=pdf`),
    'racun.json': JSON.stringify(invoice, null, 2),
  };
  const files: string[] = [];
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(folder, path, name), content);
    files.push(join(path, name));
  }
  const codes = await codesIn(printed.png);
  const wanted = SAMPLE_ROWS.find(({ name }) => name === sample.name);
  return {
    ...{ sample, invoice, printed, text, files, isCodeRead: codes.includes(invoice.pfr.verificationUrl) },
    // Seller, labels and rates of the sandbox are others than those of the samples.
    ...(wanted !== undefined && !stage.isSandbox && { compared: compared(invoice, text, wanted) }),
  };
}

/** The rows in the frame are those of the processor; what is below its end is on the paper alone. */
function compared(
  { journal }: Invoice,
  paper: string,
  { source, rows, below, differs = [] }: SampleRows,
): NonNullable<Made['compared']> {
  const frame = compareRows(frameOf(journal), { rows });
  const belowEnd = compareRows(paper.split(END).at(-1) ?? '', { rows: below ?? '' });
  return { source, rows: [...frame.rows, ...belowEnd.rows], extra: frame.extra, differs };
}
