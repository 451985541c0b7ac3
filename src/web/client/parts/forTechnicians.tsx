import type { JSX } from 'preact';

/** What only who has a console can do, set apart from what everybody reads. `words` lead up to the command. */
export function ForTechnicians({ words, command }: { readonly words: string; readonly command: string }): JSX.Element {
  return (
    <p class="for-technicians">
      {words} <code>{command}</code>
    </p>
  );
}
