import type { BundleInfo } from './raucOutput.js';
import { REFUSALS } from './refusals.js';

/** What a bundle is judged against. */
export interface Own {
  readonly compatible: string;
  readonly version: string;
  /** The newest form of records that may lie here. */
  readonly dataFormat: number;
  /** Install the version that runs once more. */
  readonly again: boolean;
}

/** What keeps a bundle with a good signature from being installed. */
export type BundleFault = 'wrong board' | 'same' | 'unknown data' | 'older data';

/** Undefined when it may be installed. */
export function faultOf({ compatible, version, dataFormat }: BundleInfo, own: Own): BundleFault | undefined {
  if (compatible !== own.compatible) return 'wrong board';
  if (version === own.version && !own.again) return 'same';
  if (dataFormat === null) return 'unknown data';
  return dataFormat < own.dataFormat ? 'older data' : undefined;
}

/** Why a bundle is not installed, an English sentence; undefined when it may be. Nothing was changed yet. */
export function refusalOf(bundle: BundleInfo, own: Own): string | undefined {
  const { compatible, version } = bundle;
  switch (faultOf(bundle, own)) {
    case 'wrong board':
      return REFUSALS.wrongBoard(compatible, own.compatible);
    case 'same':
      return REFUSALS.same(version);
    case 'unknown data':
      return REFUSALS.unknownData;
    case 'older data':
      return REFUSALS.olderData(version);
    case undefined:
      return undefined;
  }
}

/** Does the new program write what this one cannot read? Then a backup comes first. */
export function changesData({ dataFormat }: BundleInfo, own: Pick<Own, 'dataFormat'>): boolean {
  return (dataFormat ?? 0) > own.dataFormat;
}
