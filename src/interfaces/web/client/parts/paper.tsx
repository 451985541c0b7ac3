import type { JSX } from 'preact';
import { callApi } from '../net/http.js';
import { Show, useLoaded } from './load.js';

/** A receipt as it was printed: rows of 40 columns. */
export function Paper({ uuid, label }: { readonly uuid: string; readonly label: string }): JSX.Element {
  const loaded = useLoaded(() => callApi<string>(`/invoices/${uuid}/journal`), [uuid]);
  return (
    <Show loaded={loaded}>
      {(journal) => (
        // Focusable, because some keyboard users must scroll it.
        <pre class="paper whole" tabIndex={0} role="region" aria-label={label}>
          {journal}
        </pre>
      )}
    </Show>
  );
}
