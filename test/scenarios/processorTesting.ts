import type { Answer } from '../../src/interfaces/admin/operations.js';
import type { ProcessorProfile } from '../../src/platform/ledger/processorProfile.js';
import type { Stage } from './stage.js';

/** What `kasirbox pfr test` found. */
export interface Tested {
  readonly report: Answer<'pfr.test'>;
  /**
   * The rows without what is usual, as `look-up: note`. Nor with how long the answers took: the box of a scene lives 20 times as fast, and
   * on a busy machine any processor seems slow to it.
   */
  readonly remarks: string[];
  /** What the table says in a row, with what to do. */
  readonly said: (row: string) => string;
}

/** Runs `kasirbox pfr test`. */
export async function testProcessor(stage: Stage): Promise<Tested> {
  const report = await stage.admin('pfr.test', { environment: 'sandbox' });
  const { rows } = report;
  return {
    report,
    remarks: rows.flatMap(({ name, state }) => (state === 'ok' || name === 'time' ? [] : [`${name}: ${state}`])),
    said: (wanted) => {
      const row = rows.find(({ name }) => name === wanted);
      return `${row?.found.en ?? 'no row'} ${row?.action?.en ?? ''}`.trim();
    },
  };
}

/** What stands in the ledger of the processor of the sandbox. */
export function learned(stage: Stage): ProcessorProfile | undefined {
  return stage.box.parts.ledger.main.profile('sandbox');
}

/** What doctor says about the test, as `warning: …`. */
export async function doctorSays(stage: Stage): Promise<string> {
  const checks = await stage.admin('doctor', {});
  const found = checks.find(({ name }) => name === 'pfr-test');
  return found === undefined ? '' : `${found.state}: ${found.found.en} ${found.action?.en ?? ''}`.trim();
}
