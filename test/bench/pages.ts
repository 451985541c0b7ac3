import { hasBrowser } from '../kit/web/browser.js';
import type { Bench } from './bench.js';
import type { Row } from './figures.js';
import { changesRows } from './pages/changes.js';
import { firstLoadRows } from './pages/firstLoad.js';
import { sellingRows } from './pages/selling.js';
import { thumbRows } from './pages/thumb.js';
import { watchingRows } from './pages/watching.js';

/** The pages for people, in Debian's Chromium on the machine of the box. */
export async function pageRows(bench: Bench): Promise<Row[]> {
  if (!hasBrowser) throw new Error('there is no Chromium; scripts/test installs it');
  return [
    ...(await firstLoadRows(bench)),
    ...(await sellingRows(bench)),
    ...(await watchingRows(bench)),
    ...(await changesRows(bench)),
    ...(await thumbRows(bench)),
  ];
}
