import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Reply } from '../net/reply.js';
import { Button } from './button.js';
import { ConfirmButton } from './dialog.js';
import { FaultNotice, Notice, useFault } from './notice.js';
import { t } from '../text/language.js';
import { STATUS } from '../text/status.js';

interface ActProps<T> {
  readonly text: string;
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
export function Act<T>({ text, act, say, isGood, onDone, question, kind = 'plain' }: ActProps<T>): JSX.Element {
  const [fault, checked, setFault] = useFault();
  const [said, setSaid] = useState<ComponentChildren>();
  const [isWell, setWell] = useState(true);
  const work = async (): Promise<void> => {
    setFault(undefined);
    setSaid(undefined);
    const reply = checked(await act());
    if (!reply.ok) return;
    setWell(isGood?.(reply.value) !== false);
    setSaid(say === undefined ? t(STATUS.done) : say(reply.value));
    await onDone?.();
  };
  return (
    <span class="act">
      {question === undefined ? (
        <Button kind={kind} text={text} onClick={work} />
      ) : (
        <ConfirmButton kind={kind} text={text} question={question} onConfirm={() => void work()} />
      )}
      <FaultNotice fault={fault} />
      {said !== undefined && <Notice kind={isWell ? 'success' : 'failure'}>{said}</Notice>}
    </span>
  );
}
