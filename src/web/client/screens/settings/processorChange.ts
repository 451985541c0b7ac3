import type { Draft, Members } from './draft.js';

/** What is lost, or stands still, once another kind of processor is stored. */
export interface ProcessorChange {
  /** The address that the box forgets. */
  readonly forgets: string | undefined;
  /** Receipts that wait for the processor, which the demo does not issue. */
  readonly standing: number;
}

/** `waiting`: receipts in the queue of this environment. */
export function processorChange(before: Members, { mode }: Draft, waiting: number): ProcessorChange {
  const { mode: former, url } = before;
  const isDemo = mode === 'demo' && former !== 'demo';
  return {
    forgets: isDemo && typeof url === 'string' ? url : undefined,
    standing: isDemo ? waiting : 0,
  };
}
