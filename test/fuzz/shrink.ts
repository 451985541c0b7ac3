import type { RawRequest } from './wire.js';

/** How often a failing request is tried in a smaller form. */
const TRIES = 200;

/** Forms of a request with one header or one piece of the body less, large pieces first. */
function* smaller(request: RawRequest): Generator<RawRequest> {
  const { headers, body, lies } = request;
  for (const index of headers.keys()) yield { ...request, headers: headers.toSpliced(index, 1) };
  const length = headers.findIndex((line) => line.startsWith('Content-Length: '));
  // The pieces of a chunked body hang together.
  if (!lies && length < 0) return;
  for (let piece = body.length; piece >= 1; piece = Math.floor(piece / 2)) {
    for (let at = 0; at < body.length; at += piece) {
      const rest = Buffer.concat([body.subarray(0, at), body.subarray(at + piece)]);
      const told = lies ? headers : headers.with(length, `Content-Length: ${rest.length}`);
      yield { ...request, body: rest, headers: told };
    }
  }
}

/** The smallest form found of a request that fails. */
export async function shrink(
  failing: RawRequest,
  fails: (request: RawRequest) => Promise<boolean>,
): Promise<RawRequest> {
  let smallest = failing;
  let tries = 0;
  for (let candidates = smaller(smallest); tries < TRIES; tries += 1) {
    const next = candidates.next();
    if (next.done === true) break;
    if (!(await fails(next.value))) continue;
    smallest = next.value;
    candidates = smaller(smallest);
  }
  return smallest;
}
