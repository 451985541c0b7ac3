import type { JSX } from 'preact';
import { Fragment } from 'preact';

/** A code in groups, to be written down: a line ends between two groups only. */
export function ShownCode({ code }: { readonly code: string }): JSX.Element {
  return (
    <p class="code to-write">
      {code.split('-').map((group, at) => (
        <Fragment key={at}>
          {at > 0 && (
            <>
              -<wbr />
            </>
          )}
          <span>{group}</span>
        </Fragment>
      ))}
    </p>
  );
}
