import type { JSX } from 'preact';

/** An action that needs a console, set apart from the text for all users. `words` introduce the command. */
export function ForTechnicians({ words, command }: { readonly words: string; readonly command: string }): JSX.Element {
  return (
    <p class="for-technicians">
      {words} <code>{command}</code>
    </p>
  );
}
