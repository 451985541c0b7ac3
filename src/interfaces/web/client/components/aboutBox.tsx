import type { JSX } from 'preact';
import { request } from '../net/http.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { DialogButton } from './dialog.js';
import { Facts } from './facts.js';
import { type Loaded, Show, useLoaded } from './load.js';

interface BoxIdentity {
  readonly maker: string;
  /** Name, address and contact; null until the vendor has filled them in. */
  readonly supplier: string | null;
  readonly serialNumber: string;
  readonly version: string;
  readonly esirNumber: string;
  /** True when the number was given to this build. Then no setting changes it. */
  readonly isNumberOfBuild: boolean;
  /** Model and version of the board, where it states them. */
  readonly hardware: string | null;
}

/** Maker, numbers and versions of the box; shown without signing in, too. */
export function useIdentity(): Loaded<BoxIdentity> {
  return useLoaded(() => request<BoxIdentity>('/web/identity'));
}

export function identityFacts({ maker, supplier, serialNumber, version, esirNumber, hardware }: BoxIdentity) {
  return [
    [t(COMMON.maker), maker],
    ...(supplier === null ? [] : [[t(COMMON.supplier), supplier] as const]),
    [t(COMMON.serialNumber), serialNumber],
    [t(COMMON.version), version],
    [t(COMMON.esirNumber), esirNumber],
    ...(hardware === null ? [] : [[t(COMMON.hardware), hardware] as const]),
  ] as const;
}

/** A button that shows what the tax authority requires every user to see (Technical Instruction for ESIR, 10 P6). */
export function AboutBox(): JSX.Element {
  return (
    <DialogButton kind="link" text={t(COMMON.aboutBox)}>
      {() => <Identity />}
    </DialogButton>
  );
}

function Identity(): JSX.Element {
  return <Show loaded={useIdentity()}>{(identity) => <Facts facts={identityFacts(identity)} />}</Show>;
}
