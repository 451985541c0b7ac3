import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Reply } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { FaultNotice, Notice } from '../../components/notice.js';

/** Result of a test, as text. */
export interface Finding {
  readonly isGood: boolean;
  readonly words: ComponentChildren;
}

interface TestButtonProps<T> {
  readonly label: string;
  readonly ask: () => Promise<Reply<T>>;
  readonly find: (value: T) => Finding;
  /** Inputs above the button. */
  readonly children?: ComponentChildren;
}

/** A button that tests the saved setting, and shows the result. */
export function TestButton<T>({ label, ask, find, children }: TestButtonProps<T>): JSX.Element {
  const [reply, setReply] = useState<Reply<T>>();
  const run = async (): Promise<void> => {
    setReply(undefined);
    setReply(await ask());
  };
  const finding = reply?.ok === true ? find(reply.value) : undefined;
  return (
    <div class="test">
      {children}
      <Button text={label} onClick={run} />
      <FaultNotice fault={reply?.ok === false ? reply.error : undefined} />
      {finding !== undefined && <Notice kind={finding.isGood ? 'success' : 'failure'}>{finding.words}</Notice>}
    </div>
  );
}
