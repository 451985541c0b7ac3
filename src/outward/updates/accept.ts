import type { Message } from '../../base/index.js';
import type { BundleInfo } from './raucOutput.js';
import { REFUSALS } from './refusals.js';

/** The facts about this box that a bundle is checked against. */
export interface Own {
  readonly compatible: string;
  readonly version: string;
  /** The newest format of records that this box may have stored. */
  readonly dataFormat: number;
  /** True to install the running version again. */
  readonly again: boolean;
}

/** Why a bundle with a valid signature is not installed. */
export type BundleFault = 'wrong board' | 'same' | 'unknown data' | 'older data';

/** Undefined when it may be installed. */
export function faultOf({ compatible, version, dataFormat }: BundleInfo, own: Own): BundleFault | undefined {
  if (compatible !== own.compatible) return 'wrong board';
  if (version === own.version && !own.again) return 'same';
  if (dataFormat === null) return 'unknown data';
  return dataFormat < own.dataFormat ? 'older data' : undefined;
}

/** Why a bundle is not installed, undefined when it may be. Nothing was changed yet. */
export function refusalOf(bundle: BundleInfo, own: Own): Message | undefined {
  const { compatible, version } = bundle;
  switch (faultOf(bundle, own)) {
    case 'wrong board':
      return REFUSALS.wrongBoard({ compatible, own: own.compatible });
    case 'same':
      return REFUSALS.same({ version });
    case 'unknown data':
      return REFUSALS.unknownData;
    case 'older data':
      return REFUSALS.olderData({ version });
    case undefined:
      return undefined;
  }
}

/** True when the new program writes records that this one cannot read. A backup is made first then. */
export function changesData({ dataFormat }: BundleInfo, own: Pick<Own, 'dataFormat'>): boolean {
  return (dataFormat ?? 0) > own.dataFormat;
}
