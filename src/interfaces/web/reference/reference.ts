import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { definition } from '../../api/index.js';
import { type SalesFirst, VERSION } from '../../../base/index.js';
import type { HttpResponse } from '../../../platform/http/index.js';
import { type Asked, type KeptBytes, keptBytes, keptResponse } from '../keptBytes.js';
import { policyOf } from '../open/page.js';
import { referencePage } from './page.js';
import { REFERENCE_STYLE } from './style.js';

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page loads only the icon of the box.
  'Content-Security-Policy': `${policyOf(REFERENCE_STYLE)}; img-src 'self'`,
  'Cache-Control': 'no-cache',
} as const;

const packed = promisify(gzip);

/** The API reference at `/docs`. It is created on the first request, without delaying sales. */
export class Reference {
  private made: Promise<KeptBytes> | undefined;

  constructor(private readonly salesFirst: Pick<SalesFirst, 'slice'>) {}

  async answer(asked: Asked): Promise<HttpResponse> {
    this.made ??= this.make();
    return keptResponse(await this.made, asked, HEADERS);
  }

  private async make(): Promise<KeptBytes> {
    const { slice } = this.salesFirst;
    const plain = await slice(() => Buffer.from(referencePage(definition, VERSION)));
    return slice(async () => keptBytes(plain, await packed(plain)));
  }
}
