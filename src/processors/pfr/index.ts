/**
 * Fiscal processors (PFR): one port, {@link Pfr}, with three kinds behind it. `demo` is the built-in simulator, `lpfr`
 * is a device in the shop, and `vpfr` is the tax authority's server.
 *
 * A processor signs receipts. An answer is accepted as the receipt of our request only after it was checked against the
 * request ("acceptance"). A departure from the specification that does not make a receipt invalid is recorded as a
 * "quirk". A request whose answer was lost may have been signed, so it is looked up by its request id. It is never sent
 * again while its outcome is unknown.
 *
 * Read `port.ts` first, then `remotePfr.ts` (one processor over HTTP), `acceptance.ts` and `wire/answerFault.ts` (which
 * answers are accepted), `requestLookUp.ts`, `processorState.ts` and `statusPoller.ts` (the last known state), and
 * `processors.ts` (which processor is in use). `wire/` has the JSON of the protocol, `http/` the connections,
 * `certificate/` the client certificates, and `demo/` the simulator.
 */
export type { CardForPfr } from './endpoint.js';
export { type ClientPem, fromPem, MAX_BUNDLE, MAX_CHAIN, MAX_PEM, readBundle, toPem } from './certificate/client.js';
export { checkBeforeInstall, otherEnvironment, RENEWAL_PERIOD } from './certificate/installCheck.js';
export { MAX_PFX, PFX_TEXTS, readPfx } from './certificate/pfx.js';
export { CertificateStore, type StoreFault } from './certificate/store.js';
export { canSignDemo, verifyDemoPayload } from './demo/linkSignature.js';
export {
  type CounterBaseline,
  type FindOutcome,
  isRemote,
  type FoundReceipt,
  NO_BASELINE,
  type Pfr,
  type PfrStatus,
  type Refusal,
  type RemoteProcessor,
  type Signature,
  type SignOutcome,
  type SignRequest,
} from './port.js';
export { ANSWER_TIMEOUT, type ProcessorDeps, Processors } from './processors.js';
export { StatusPoller } from './statusPoller.js';
export { explanationOf } from './refusals.js';
export { signedButMissing, PFR_REFUSALS } from './pfrTexts.js';
export { isSerbianCounter } from './wire/receiptNumbers.js';
