import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault, Reply } from '../net/reply.js';
import { Button } from './button.js';
import { Confirm } from './dialog.js';
import { FaultNotice, Notice } from './notice.js';
import { t } from '../text/language.js';
import { STATUS } from '../text/status.js';

interface ActProps<T> {
  readonly children: string;
  readonly act: () => Promise<Reply<T>>;
  /** The message after success. */
  readonly say?: (value: T) => ComponentChildren;
  /** True when the outcome is good; default: always. */
  readonly isGood?: (value: T) => boolean;
  readonly onDone?: () => unknown;
  /** A question to confirm first. */
  readonly question?: string;
  readonly kind?: 'plain' | 'primary' | 'danger';
}

/** A button for an operation of the box, with its result or fault next to it. */
export function Act<T>({ children, act, say, isGood, onDone, question, kind = 'plain' }: ActProps<T>): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [said, setSaid] = useState<ComponentChildren>();
  const [isWell, setWell] = useState(true);
  const work = async (): Promise<void> => {
    setAsking(false);
    setFault(undefined);
    setSaid(undefined);
    const reply = await act();
    if (!reply.ok) {
      setFault(reply.error);
      return;
    }
    setWell(isGood?.(reply.value) !== false);
    setSaid(say === undefined ? t(STATUS.done) : say(reply.value));
    await onDone?.();
  };
  return (
    <span class="act">
      <Button kind={kind} onClick={question === undefined ? work : () => setAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Confirm
          title={children}
          question={question ?? ''}
          action={children}
          onConfirm={work}
          onClose={() => setAsking(false)}
        />
      )}
      <FaultNotice fault={fault} />
      {said !== undefined && <Notice kind={isWell ? 'success' : 'failure'}>{said}</Notice>}
    </span>
  );
}
