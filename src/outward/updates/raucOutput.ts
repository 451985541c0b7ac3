import { failed, isRecord, ok, parseJson, type Result } from '../../base/index.js';
import { shownRow } from './runProgram.js';

/** The description in an update bundle. Its signature was checked before. */
export interface BundleInfo {
  /** The kind of board that it is for. */
  readonly compatible: string;
  readonly version: string;
  /** The commit it was made from; null when it is missing. */
  readonly build: string | null;
  /** The newest format of records that its program reads; null when it is missing. */
  readonly dataFormat: number | null;
}

/** One of the two systems on the card, by its name in the boot loader. */
export type Slot = string;

export interface SlotStatus {
  readonly compatible: string;
  /** The running one. */
  readonly booted: Slot;
  /** The one that starts next; null when none has any boot attempts. */
  readonly primary: Slot | null;
}

/** Most commas in the answers: a bundle has one image, a card two slots. */
const MAX_COMMAS = 2000;
const VERSION = /^[0-9A-Za-z][0-9A-Za-z.+~-]{0,63}$/;
const SLOT = /^[\w.-]{1,32}$/;
const FORMAT = /^data-format=(\d{1,6})$/;

/**
 * Reads `rauc info --output-format=json`. The format of records is in the description, as `data-format=1`: older
 * releases of RAUC omit metadata from a bundle.
 */
export function readBundleInfo(text: string): Result<BundleInfo, string> {
  const { compatible, version, build, description } = recordIn(text);
  if (typeof compatible !== 'string' || typeof version !== 'string' || !VERSION.test(version)) {
    return failed('its manifest names no board or no version');
  }
  const [, dataFormat] = typeof description === 'string' ? (FORMAT.exec(description) ?? []) : [];
  return ok({
    compatible: shownRow(compatible),
    version,
    build: typeof build === 'string' && VERSION.test(build) ? build : null,
    dataFormat: dataFormat === undefined ? null : Number(dataFormat),
  });
}

/**
 * Reads `rauc status --output-format=json`: the booted slot is the one in the state `booted`, the next one is given by
 * its long name.
 */
export function readSlotStatus(text: string): Result<SlotStatus, string> {
  const { compatible, boot_primary: primary, slots } = recordIn(text);
  const known = (Array.isArray(slots) ? slots : []).flatMap((slot) => Object.entries(recordOf(slot)));
  const nameOf = (wanted: (name: string, state: unknown) => boolean): Slot | null => {
    const found = known.find(([name, slot]) => wanted(name, recordOf(slot)['state']));
    const bootname = recordOf(found?.[1])['bootname'];
    return typeof bootname === 'string' && SLOT.test(bootname) ? bootname : null;
  };
  const booted = nameOf((_, state) => state === 'booted');
  if (booted === null || typeof compatible !== 'string') return failed('it does not say which system runs');
  return ok({ compatible, booted, primary: nameOf((name) => name === primary) });
}

/** Progress output of `rauc install`. */
export type InstallRow =
  | { readonly kind: 'progress'; readonly percent: number; readonly message: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'other' };

/**
 * Reads a row of `rauc install`, such as ` 40% Checking bundle done.` or `LastError: …`; both are on standard output.
 */
export function readInstallRow(row: string): InstallRow {
  const [, percent, step] = /^(\d{1,3})% (.*)$/.exec(row) ?? [];
  if (percent !== undefined)
    return { kind: 'progress', percent: Math.min(100, Number(percent)), message: shownRow(step ?? '') };
  const [, error] = /^LastError: (.*)$/.exec(row) ?? [];
  return error === undefined ? { kind: 'other' } : { kind: 'error', message: shownRow(error) };
}

function recordIn(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text, MAX_COMMAS);
  return parsed.ok ? recordOf(parsed.value) : {};
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
