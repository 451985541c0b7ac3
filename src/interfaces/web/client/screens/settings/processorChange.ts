import type { Draft, Members } from './draft.js';

/** Consequences of storing another kind of processor. */
interface ProcessorChange {
  /** The address that the box forgets. */
  readonly forgets: string | undefined;
  /** Number of receipts that wait for the processor and that the demo does not issue. */
  readonly standing: number;
}

/** `waiting`: number of receipts in the queue of this environment. */
export function processorChange(before: Members, { mode }: Draft, waiting: number): ProcessorChange {
  const { mode: former, url } = before;
  const isDemo = mode === 'demo' && former !== 'demo';
  return {
    forgets: isDemo && typeof url === 'string' ? url : undefined,
    standing: isDemo ? waiting : 0,
  };
}
