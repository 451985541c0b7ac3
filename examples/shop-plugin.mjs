/**
 * Between a shop and a kasirbox: the shop posts an order that was paid, the box issues the receipt, and the shop gets
 * its number and the link by which the buyer checks it. One file, no state: an order that comes again gets the same
 * receipt.
 *
 *   npm install ./dist/sdk        in a folder of its own, with the path of the client that `npm run sdk` has made
 *   node shop-plugin.mjs
 *
 * It uses @kasirbox/client, which repeats a sale under its key and trusts the authority of the box alone; both are easy
 * to get wrong by hand. Webhooks are signed as standardwebhooks.com says. Settings are variables of the environment, so
 * that no secret stands in `ps`:
 *
 *   KASIRBOX_URL      https://kasirbox.local:8443/api/v1
 *   KASIRBOX_API_KEY  a key of the box, made for this program
 *   KASIRBOX_CA       the file with the authority of the box (its ca.pem)
 *   SHOP_URL          names the shop; orders of two shops never share a receipt
 *   WEBHOOK_SECRET    whsec_ and base64, as the shop shows it
 *   CALLBACK_URL      optional: gets each receipt too, signed with the same secret
 *   HOST, PORT        where the shop posts to; 127.0.0.1 and 8080. Before the Internet put a server with TLS
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createKasirbox, NoAnswerError } from '@kasirbox/client';

/** A webhook that is older, or from the future, is refused, s. */
const TOLERANCE = 5 * 60;
/** An order of 500 lines has room, bytes. */
const LARGEST_BODY = 256 * 1024;
const MAX_CONNECTIONS = 64;
/** How long shop and callback may take, ms. */
const PATIENCE = 10_000;

function setting(name, fallback) {
  const value = process.env[name] ?? fallback;
  if (value !== undefined && value !== '') return value;
  return stop(`${name} is not set`);
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}

const shopUrl = setting('SHOP_URL');
const secret = Buffer.from(setting('WEBHOOK_SECRET').replace(/^whsec_/, ''), 'base64');
const callback = process.env.CALLBACK_URL;
if (secret.length < 24) stop('WEBHOOK_SECRET is shorter than 24 bytes');
const kasirbox = client();

function client() {
  const [baseUrl, apiKey, ca] = ['KASIRBOX_URL', 'KASIRBOX_API_KEY', 'KASIRBOX_CA'].map((name) => setting(name));
  try {
    // A shop does not wait long, and posts again by itself.
    return createKasirbox({ baseUrl, apiKey, ca: readFileSync(ca), timeoutMs: 8000, retries: 1 });
  } catch (error) {
    return stop(`KASIRBOX_URL, KASIRBOX_API_KEY or KASIRBOX_CA cannot be used: ${error.message}`);
  }
}

/** An answer that ends the work on a request early. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** `v1,` and the HMAC of id, time and body. */
function signatureOf(id, timestamp, body) {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** Is it from the shop, and of now? A sender that changes its secret signs with both. */
function isSigned({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures }, body) {
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const wanted = Buffer.from(signatureOf(id, timestamp, body));
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

/** The body; its length is known before any of it is read. */
async function bodyOf(request) {
  const length = Number(request.headers['content-length'] ?? NaN);
  if (Number.isNaN(length)) throw new Refusal(411, 'The length of the order is not said');
  if (length > LARGEST_BODY) throw new Refusal(413, 'The order is too large');
  return buffer(request);
}

/** The order of a webhook: `{ "type": "order.paid", "data": { "id", "lines", "paymentType"?, "buyerId"? } }`. */
function orderOf(body) {
  let event;
  try {
    event = JSON.parse(body);
  } catch {
    throw new Refusal(400, 'The body is not JSON');
  }
  if (event?.type !== 'order.paid') return undefined;
  const { id, lines } = event.data ?? {};
  if (typeof id !== 'string' || id === '' || !Array.isArray(lines) || !lines.every((line) => line instanceof Object))
    throw new Refusal(400, 'The order has no id or no lines');
  return event.data;
}

/** The key of an order, always the same one: a UUID of its address in the shop (RFC 9562, version 8). */
function keyOf({ id }) {
  const bytes = createHash('sha256').update(`${shopUrl}\n${id}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The sale: here the words of the shop become those of the box. */
function saleOf({ lines, paymentType = 'Card', buyerId }) {
  const items = lines.map(({ name, unit, quantity, price, label }) => ({
    name,
    unit,
    quantity,
    unitPrice: price,
    label,
  }));
  // In whole para and thousandths, as the box counts: products of binary fractions are not exact.
  const amountOf = ({ quantity, unitPrice }) =>
    Math.round((Math.round(quantity * 1000) * Math.round(unitPrice * 100)) / 1000);
  const para = items.reduce((sum, item) => sum + amountOf(item), 0);
  return { items, payments: [{ paymentType, amount: para / 100 }], ...(buyerId && { buyerId }), cashier: 'Web' };
}

/** The receipt of an order, made now or before. */
async function receiptFor(order) {
  const params = { header: { 'Idempotency-Key': keyOf(order) } };
  const { data, error, response } = await kasirbox.POST('/invoices', { params, body: saleOf(order) });
  if (error) {
    const { code, rule, field, message } = error.error ?? {};
    console.error(`order ${JSON.stringify(order.id)}: ${response.status} ${code} ${rule} ${field ?? ''}`);
    // What is wrong with the order stays wrong; all else may be over when the shop posts again.
    const isWrong = [400, 413, 422].includes(response.status);
    throw isWrong ? new Refusal(422, message) : new Refusal(503, 'No receipt yet');
  }
  const { uuid, total, createdAt, pfr } = data;
  return { orderId: order.id, uuid, total, createdAt, number: pfr.invoiceNumber, verificationUrl: pfr.verificationUrl };
}

/**
 * Tells the shop. It is told at least once: until it has taken the receipt, its webhook is not answered with success.
 */
async function tell(receipt) {
  if (callback === undefined) return;
  const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1000)];
  const body = JSON.stringify({ type: 'receipt.issued', data: receipt });
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(id, timestamp, body),
  };
  const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  const answer = await fetch(callback, { ...options, redirect: 'error', signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  if (!answer?.ok) throw new Refusal(503, 'The callback has not taken the receipt');
}

async function answerTo(request) {
  if (request.method !== 'POST' || request.url !== '/orders') throw new Refusal(404, 'POST /orders');
  const body = await bodyOf(request);
  if (!isSigned(request.headers, body)) throw new Refusal(401, 'The signature is missing, wrong or too old');
  const order = orderOf(body);
  // Webhooks of other kinds are none of ours.
  if (order === undefined) return {};
  const receipt = await receiptFor(order);
  await tell(receipt);
  return receipt;
}

const server = createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE }, (request, response) => {
  const send = (status, body) => {
    const headers = { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '10' }) };
    // What is left of a refused body is not read.
    if (!request.complete) response.setHeader('connection', 'close');
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
  answerTo(request).then(
    (answer) => send(200, answer),
    (error) => {
      if (error instanceof Refusal) return send(error.status, { error: error.message });
      console.error(error instanceof NoAnswerError ? error.message : error);
      return send(503, { error: 'No receipt yet' });
    },
  );
});
server.maxConnections = MAX_CONNECTIONS;
server.listen(Number(setting('PORT', '8080')), setting('HOST', '127.0.0.1'), () => {
  const { address, port } = server.address();
  console.log(`Orders are taken at http://${address}:${port}/orders`);
});
process.once('SIGTERM', () => server.close());
