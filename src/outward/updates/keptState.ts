import { join } from 'node:path';
import { compileSchema, type Disk, type JsonSchema, parseJson, readWhole, writeAtomic } from '../../base/index.js';
import type { KeptState } from './state.js';

/** Below the data folder. */
export const UPDATES_FOLDER = 'updates';
const FILE = 'state.json';

export const NOTHING_KEPT: KeptState = { confirmed: null, pending: null, outcome: null };

const text: JsonSchema = { type: 'string', maxLength: 1000 };
const texts: JsonSchema = { type: 'array', maxItems: 100, items: text };

function record(properties: Readonly<Record<string, JsonSchema>>, type: readonly string[] = ['object']): JsonSchema {
  return { type: [...type], required: Object.keys(properties), properties };
}

const check = compileSchema<KeptState>(
  record({
    confirmed: record({ slot: text, version: text }, ['object', 'null']),
    pending: record(
      {
        ...{ version: text, from: text, fromSlot: text, isInstalled: { type: 'boolean' } },
        ...{ printers: texts, failing: texts },
      },
      ['object', 'null'],
    ),
    outcome: record(
      {
        kind: { enum: ['updated', 'fell-back', 'interrupted', 'failed'] },
        ...{ version: text, from: text, at: { type: 'number' }, reason: { ...text, type: ['string', 'null'] } },
        isAcknowledged: { type: 'boolean' },
      },
      ['object', 'null'],
    ),
  }),
);

/**
 * The stored state of updates. An invalid file counts as empty, since selling matters more. Rejects with a DiskError.
 */
export async function readKept(disk: Disk, folder: string): Promise<KeptState> {
  const bytes = await readWhole(disk, join(folder, UPDATES_FOLDER, FILE));
  const parsed = parseJson(bytes?.toString() ?? '');
  const checked = parsed.ok ? check(parsed.value) : undefined;
  return checked?.ok === true ? checked.value : NOTHING_KEPT;
}

/** Durable when it resolves. Rejects with a DiskError. */
export async function writeKept(disk: Disk, folder: string, kept: KeptState): Promise<void> {
  await disk.makeDir(join(folder, UPDATES_FOLDER));
  await writeAtomic(disk, join(folder, UPDATES_FOLDER, FILE), Buffer.from(`${JSON.stringify(kept, null, 2)}\n`));
}
