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

/** Why a bundle is not installed, an English sentence; undefined when it may be. Nothing was changed yet. */
export function refusalOf({ compatible, version, dataFormat }: BundleInfo, own: Own): string | undefined {
  if (compatible !== own.compatible) return REFUSALS.wrongBoard(compatible, own.compatible);
  if (version === own.version && !own.again) return REFUSALS.same(version);
  if (dataFormat === null) return REFUSALS.unknownData;
  return dataFormat < own.dataFormat ? REFUSALS.olderData(version) : undefined;
}

/** Does the new program write what this one cannot read? Then a backup comes first. */
export function changesData({ dataFormat }: BundleInfo, own: Pick<Own, 'dataFormat'>): boolean {
  return (dataFormat ?? 0) > own.dataFormat;
}
