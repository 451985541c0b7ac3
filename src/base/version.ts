// Defined by the build; absent when the sources run without a build.
declare const __VERSION__: string | undefined;
declare const __BUILD_TIME__: number | undefined;
declare const __MAKER__: { readonly maker: string; readonly esirNumber: string; readonly supplier: string } | undefined;

/** Version of the box. */
export const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0';

/** Time of this build, UTC ms; a clock that shows an earlier time is wrong. 0 when the sources run without a build. */
export const BUILD_TIME = typeof __BUILD_TIME__ === 'number' ? __BUILD_TIME__ : 0;

/** The ESIR number of a program without an approval. */
export const NO_ESIR_NUMBER = '0';

const MADE_BY =
  typeof __MAKER__ === 'object' ? __MAKER__ : { maker: 'kasirbox', esirNumber: NO_ESIR_NUMBER, supplier: '' };

/** The maker of this program, from `maker.json`. */
export const MAKER = MADE_BY.maker;

/** The number under which the tax authority has approved this build; `maker.json` names it. */
export const ESIR_NUMBER = MADE_BY.esirNumber;

/** Name, address, telephone and e-mail of the supplier, in one row; null until `maker.json` names one. */
export const SUPPLIER = MADE_BY.supplier === '' ? null : MADE_BY.supplier;
