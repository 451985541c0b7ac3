import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import type { ParameterizedContext } from 'koa';
import type { KoaBodyMiddlewareOptions } from 'koa-body';
import { CollectedBytes, failed, maxPieces, ok, type Result } from '../../base/index.js';
import {
  type BodyFault,
  type BodyReader,
  MAX_BODY,
  parseJsonObject,
  readBody,
  readPlainBody,
  type RequestState,
} from '../../platform/http/index.js';

type Context = ParameterizedContext<RequestState>;
type Reading = Awaited<ReturnType<BodyReader>>;
type Fault = Extract<Reading, { readonly ok: false }>['error'];

/**
 * The media types under which koa-body reads text and files. The route decides how a body is read, so its type is set
 * before koa-body sees it: a client cannot choose another parser.
 */
const TEXT = 'text/plain';
const FILE = 'application/octet-stream';

/**
 * Reads the JSON object that a page sends, by koa-body; without a body it is empty. koa-body returns the bytes as text
 * in Latin-1, since {@link parseJsonObject} checks that they are UTF-8, and limits depth and number of values.
 */
export async function readPageObject(ctx: Context, maxBytes = MAX_BODY): Promise<Result<object, BodyFault>> {
  const bytes = await readPlainBody(ctx.req, maxBytes, textReader(ctx));
  return bytes.ok ? parseJsonObject(bytes.value, 'optional') : bytes;
}

/** Reads a file that a page sends, by koa-body, into memory: nothing is written to the flash. */
export function readPageFile(ctx: Context, maxBytes: number): Promise<Result<Buffer, BodyFault>> {
  return readBody(ctx.req, maxBytes, fileReader(ctx));
}

function textReader(ctx: Context): BodyReader {
  return (request, maxBytes) =>
    readUntilFault(request, async (onFault) => {
      const read = await koaBodyFor(ctx, TEXT, {
        text: true,
        textTypes: [TEXT],
        textLimit: maxBytes,
        encoding: 'binary',
      });
      let pieces = 0;
      request.on('data', () => {
        pieces += 1;
        if (pieces > maxPieces(maxBytes)) onFault('too many pieces');
      });
      await read();
      const { body } = ctx.request;
      return Buffer.from(typeof body === 'string' ? body : '', 'latin1');
    });
}

function fileReader(ctx: Context): BodyReader {
  return (request, maxBytes) =>
    readUntilFault(request, async (onFault) => {
      const bytes = new CollectedBytes(maxBytes);
      const sink = new Writable({
        write(piece: Buffer, _encoding, done) {
          const fault = bytes.add(piece);
          if (fault !== undefined) onFault(fault);
          done();
        },
      });
      const formidable = { fileWriteStreamHandler: () => sink, filename: () => 'file', maxFileSize: maxBytes };
      const read = await koaBodyFor(ctx, FILE, { multipart: true, multipartTypes: [FILE], formidable });
      await read();
      return bytes.bytes;
    });
}

/** Reads the body of this request as `type`. The package is loaded with the first body that a page sends. */
async function koaBodyFor(
  ctx: Context,
  type: string,
  options: Partial<KoaBodyMiddlewareOptions>,
): Promise<() => Promise<void>> {
  const { koaBody } = await import('koa-body');
  const read = koaBody({ json: false, urlencoded: false, text: false, ...options });
  return async () => {
    ctx.req.headers['content-type'] = type;
    // The body is never compressed here, and koa-body refuses `Identity` where HTTP ignores case.
    delete ctx.req.headers['content-encoding'];
    await read(ctx, () => Promise.resolve());
  };
}

/** Ends with the first fault, and detaches koa-body from the rest of the body. */
function readUntilFault(
  request: IncomingMessage,
  read: (onFault: (fault: Fault) => void) => Promise<Buffer>,
): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const onFault = (fault: Fault): void => {
      request.removeAllListeners('data');
      resolve(failed(fault));
    };
    read(onFault).then(
      (bytes) => resolve(ok(bytes)),
      (error: unknown) => {
        const status = statusOf(error);
        if (request.destroyed && !request.readableEnded) resolve(failed('gone'));
        else if (status === 413) onFault('too large');
        else if (status >= 400 && status < 500) onFault('unreadable');
        else reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** The HTTP status of an error of koa-body or of formidable, which reads files for it; 500 without one. */
function statusOf(error: unknown): number {
  if (!(error instanceof Error)) return 500;
  const status = 'status' in error ? error.status : 'httpCode' in error ? error.httpCode : undefined;
  return typeof status === 'number' ? status : 500;
}
