import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

interface ButtonProps {
  readonly children: ComponentChildren;
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
  const { children, onClick, kind = 'plain', type = 'button', disabled = false, pressed, label } = props;
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
