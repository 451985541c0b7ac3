import type { JSX } from 'preact';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';

/** A code in groups, to write down, copy or print. A line ends only between two groups. */
export function ShownCode({ code }: { readonly code: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // The browser refused; the code is on the screen.
      setCopied(false);
    }
  };
  return (
    <>
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
      <div class="actions of-code">
        {'clipboard' in navigator && <Button onClick={copy}>{t(isCopied ? COMMON.copied : COMMON.copy)}</Button>}
        <Button onClick={() => print()}>{t(COMMON.print)}</Button>
      </div>
    </>
  );
}
