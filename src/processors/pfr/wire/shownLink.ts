import { type Environment, failed, ok, type Result, type Signature } from '../../../base/index.js';
import { type LinkPlace, placeOfLink } from '../../../paper/journal/index.js';
import { drawingOf, drawLink } from '../../../platform/pictures/index.js';
import { payloadOf } from './answerFault.js';
import type { Quirk } from './quirks.js';

/** The link of a receipt and its picture as buyers see them. */
type Shown = Pick<Signature, 'verificationUrl' | 'verificationQRCode'>;

/** A link that leads to a host that is not allowed in this environment. */
export type Misled = Exclude<LinkPlace, { readonly kind: 'right' }>;

/**
 * The link and picture for buyers and callers of the API, from a checked link, with the quirks that were found. In
 * production the link leads to the tax authority, and the picture shows exactly that link. An L-PFR sends the picture
 * over plain HTTP, like everything else, so it is not trusted.
 */
export function shownLink(
  { verificationUrl, verificationQRCode }: Shown,
  environment: Environment,
): Result<Shown & { readonly quirks: readonly Quirk[] }, Misled> {
  const payload = payloadOf(verificationUrl);
  if (payload === undefined) throw new RangeError('a link without a payload was believed');
  const place = placeOfLink(verificationUrl, environment, payload);
  if (place.kind !== 'right') return failed(place);
  const { url } = place;
  const isRewritten = url !== verificationUrl;
  const mayShow = verificationQRCode === null || environment === 'sandbox' || showsLink(verificationQRCode, url);
  return ok({
    verificationUrl: url,
    verificationQRCode: mayShow ? verificationQRCode : drawLink(url).toString('base64'),
    quirks: [...(isRewritten ? (['link'] as const) : []), ...(mayShow ? [] : (['picture'] as const))],
  });
}

/** The end of a GIF. A second picture before it would be shown after the first. */
const TRAILER = ';';

/** True when the picture is exactly one that the box can draw from the link itself. */
function showsLink(base64: string, url: string): boolean {
  const drawing = drawingOf(Buffer.from(base64, 'base64'), url);
  return drawing !== undefined && typeof drawing.code !== 'string' && drawing.tail === TRAILER;
}
