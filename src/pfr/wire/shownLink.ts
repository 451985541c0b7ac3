import { type Environment, failed, ok, type Result, type Signature } from '../../base/index.js';
import { type LinkPlace, placeOfLink } from '../../journal/index.js';
import { drawingOf, drawLink } from '../../pictures/index.js';
import { payloadOf } from './answerFault.js';
import type { Quirk } from './quirks.js';

/** The link of a receipt and its picture as buyers see them. */
type Shown = Pick<Signature, 'verificationUrl' | 'verificationQRCode'>;

/** A link that leads nowhere where one of this environment may lead. */
export type Misled = Exclude<LinkPlace, { readonly kind: 'right' }>;

/**
 * What buyers and callers of the API get to see of a link that was believed, and what is odd about it. In production the link leads
 * to the tax authority, and the picture, which an L-PFR sends over plain HTTP like all the rest, shows just that link.
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

/** The end of a GIF. What stood before it could be a second picture, which is shown after the first. */
const TRAILER = ';';

/** Is it a picture that we can draw from the link ourselves, and nothing else? */
function showsLink(base64: string, url: string): boolean {
  const drawing = drawingOf(Buffer.from(base64, 'base64'), url);
  return drawing !== undefined && typeof drawing.code !== 'string' && drawing.tail === TRAILER;
}
