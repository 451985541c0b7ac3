/** Fiscal processors: one port, and its kinds demo, lpfr and vpfr. */
export type { CardForPfr } from './endpoint.js';
export { type ClientPem, fromPem, MAX_CHAIN, MAX_PEM, toPem } from './certificate/client.js';
export { checkBeforeInstall, otherEnvironment, RENEWAL_PERIOD } from './certificate/installCheck.js';
export { MAX_PFX, PFX_TEXTS, readPfx } from './certificate/pfx.js';
export { CertificateStore, type StoreFault } from './certificate/store.js';
export { MAX_BUNDLE, readBundle } from './certificate/trust.js';
export { verifyDemoPayload } from './demo/linkSignature.js';
export { canSignDemo } from './demo/selfTest.js';
export {
  type CounterBaseline,
  type FindOutcome,
  isRemote,
  type LookedUp,
  NO_BASELINE,
  type Pfr,
  type PfrStatus,
  type Quirk,
  type Reach,
  type Refusal,
  type RemoteProcessor,
  type Signature,
  type SignOutcome,
  type SignRequest,
} from './port.js';
export { ANSWER_TIMEOUT, type ProcessorParts, Processors } from './processors.js';
export { StatusPoller } from './statusPoller.js';
export { explanationOf } from './refusals.js';
export { notHeld, REFUSALS } from './texts.js';
export { isSerbianCounter } from './wire/counter.js';
