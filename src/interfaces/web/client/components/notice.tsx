import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Bilingual } from '../../../../base/index.js';
import type { Fault, Reply } from '../net/reply.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { isOutdated } from '../net/live.js';
import { isAway, isRestarting } from '../net/session.js';
import { Button } from './button.js';

interface NoticeProps {
  readonly kind: 'info' | 'success' | 'warning' | 'failure';
  readonly children: ComponentChildren;
}

/** A message that a person should see now; a screen reader announces it when it appears. */
export function Notice({ kind, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`} role={kind === 'failure' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** The text for people about a failed request. */
export function faultText(fault: Fault): string {
  switch (fault.code) {
    case 'offline':
      return t(COMMON.offline);
    case 'not_kept':
      return t(COMMON.notKept);
    case 'signed_out':
      return t(COMMON.signedOut);
    case 'not_allowed':
      return t(COMMON.notAllowed);
    case 'foreign':
      return t(COMMON.foreign);
    case 'slow_down':
      return t(COMMON.slowDown, { wait: fault.wait ?? 60 });
    default:
      return t(COMMON.failed, { message: messageOf(fault) });
  }
}

/** The sentence of the box in the language of the page, if the box has it. */
export function messageOf({
  message,
  messageSr = message,
  messageEn = message,
}: Pick<Fault, 'message' | 'messageSr' | 'messageEn'>): string {
  return t({ sr: messageSr, en: messageEn });
}

/** What is wrong with a device, and what to do. */
export function troubleText({ found, action }: { readonly found: Bilingual; readonly action: Bilingual }): string {
  return `${t(found)} ${t(action)}`;
}

/** The message of a fault that is about this member of the body, for its field in a form; undefined for any other. */
export function faultAtField(fault: Fault | undefined, member: string): string | undefined {
  return fault?.field === `/${member}` ? messageOf(fault) : undefined;
}

/**
 * The fault of the last request of a form or button, undefined after a success; the function that stores it, and the
 * one that sets it for another reason.
 *
 *     const [fault, checked] = useFault();
 *     const reply = checked(await operate('keys.create', { label }));
 */
export function useFault() {
  const [fault, setFault] = useState<Fault>();
  const checked = <R extends Reply<unknown>>(reply: R): R => {
    setFault(reply.ok ? undefined : reply.error);
    return reply;
  };
  return [fault, checked, setFault] as const;
}

export function FaultNotice({ fault }: { readonly fault: Fault | undefined }): JSX.Element | null {
  return fault === undefined ? null : <Notice kind="failure">{faultText(fault)}</Notice>;
}

/** An action that needs a console, set apart from the text for all users. `words` introduce the command. */
export function ForTechnicians({ words, command }: { readonly words: string; readonly command: string }): JSX.Element {
  return (
    <p class="for-technicians">
      {words} <code>{command}</code>
    </p>
  );
}

/**
 * Messages about the box that may appear at any moment. Each screen shows them at its bottom, where they do not move
 * anything that is being tapped.
 */
export function BoxNews(): JSX.Element {
  return (
    <div class="news">
      {isOutdated.value && (
        <p class="banner" role="status">
          {t(COMMON.outdated)} <Button kind="link" text={t(COMMON.reload)} onClick={() => location.reload()} />
        </p>
      )}
      {isAway.value && !isRestarting.value && (
        <p class="banner failure" role="status">
          {t(COMMON.offline)}
        </p>
      )}
    </div>
  );
}
