import type { ComponentType, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { Button } from './button.js';
import { awaitFirstAnswer } from './load.js';
import { Notice } from './notice.js';

/** A screen whose script is loaded when it is first shown, so that the first page loads faster. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Lazy(): JSX.Element {
    const [Content, setContent] = useState<ComponentType | undefined>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const fetchIt = async (): Promise<void> => {
      try {
        const component = await load();
        loaded = component;
        setContent(() => component);
      } catch {
        setFailed(true);
      }
    };
    useLayoutEffect(() => {
      if (loaded !== undefined) return undefined;
      const hasArrived = awaitFirstAnswer();
      void fetchIt().then(hasArrived);
      return hasArrived;
    }, []);
    if (Content !== undefined) return <Content />;
    if (!hasFailed) return <p class="loading">{t(COMMON.loading)}</p>;
    return (
      <>
        <Notice kind="failure">{t(COMMON.offline)}</Notice>
        {/* A browser does not retry a script that it could not load once. */}
        <Button onClick={() => location.reload()}>{t(COMMON.retry)}</Button>
      </>
    );
  };
}
