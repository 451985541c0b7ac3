import type { JSX } from 'preact';

/** A row of a sum: what it is, and the amount as text. */
export function Sum({ label, amount }: { readonly label: string; readonly amount: string }): JSX.Element {
  return (
    <p class="sum">
      <span>{label}</span>
      <span class="number">{amount}</span>
    </p>
  );
}
