import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

export interface ButtonProps {
  readonly text?: string;
  /** In place of a text: an icon, or several parts. */
  readonly children?: ComponentChildren;
  /** The action. While its promise runs, the button is busy and ignores further taps. */
  readonly onClick?: () => unknown;
  readonly kind?: 'primary' | 'plain' | 'danger' | 'link';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** True for the selected one of several buttons. */
  readonly pressed?: boolean;
  readonly label?: string;
  readonly class?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { text, children = text, onClick, kind = 'plain', type = 'button', disabled = false, pressed, label } = props;
  const [isBusy, setBusy] = useState(false);
  const click = async (): Promise<void> => {
    const result = onClick?.();
    if (!(result instanceof Promise)) return;
    setBusy(true);
    try {
      await result;
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type={type}
      class={`button ${kind} ${props.class ?? ''}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      aria-pressed={pressed}
      aria-label={label}
      onClick={() => void click()}
    >
      {children}
    </button>
  );
}

interface LinkButtonProps {
  readonly text: string;
  readonly href: string;
  readonly kind?: 'primary';
  readonly isNewTab?: boolean;
  readonly isDownload?: boolean;
}

/** A link that looks like a button. */
export function LinkButton({ text, href, kind, isNewTab = false, isDownload }: LinkButtonProps): JSX.Element {
  const tab = isNewTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a class={kind === undefined ? 'button' : `button ${kind}`} href={href} download={isDownload} {...tab}>
      {text}
    </a>
  );
}

/**
 * Icons drawn by the page: a character of a font differs on each device, is coloured on some, and missing on others.
 */
const PATHS = {
  back: 'M20 12H5M11 6l-6 6 6 6',
  barcode: 'M3 7V4h3M18 4h3v3M21 17v3h-3M6 20H3v-3M7 8v8M10.5 8v8M14 8v8M17 8v8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  erase: 'M9 5h12v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
  star: 'M12 3l2.7 5.8 6.3.8-4.6 4.4 1.2 6.3-5.6-3.1-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z',
  to: 'M4 12h15M13 6l6 6-6 6',
  wait: 'M6 3h12M6 21h12M8 3v4l8 10v4M16 3v4L8 17v4',
  warning: 'M12 4L2.5 20h19zM12 10v4.5M12 17v.5',
} as const;

type IconName = keyof typeof PATHS;

/** An icon next to a text or in a button that has a label; screen readers skip it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

const MARKS = { ok: 'check', note: 'warning', fails: 'cross' } as const satisfies Readonly<Record<string, IconName>>;

/** Mark for a result of a processor test. */
export function Mark({ state }: { readonly state: keyof typeof MARKS }): JSX.Element {
  return <Icon name={MARKS[state]} />;
}
