import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Result } from '../../../src/base/result.js';
import { readChange, readFault } from './script.js';
import type { FakePfrServer } from './server.js';
import { type Json, jsonReply, type Reply, textReply } from './wire.js';

/**
 * The control face of a stand-in that runs as a process of its own: `POST /faults`, `DELETE /faults`, `POST /changes` (one, or
 * a list), `POST /release`, `GET /signed`. On loopback, without a lock: what it controls is of no worth.
 */
export async function startControl(fake: FakePfrServer, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const reply = answer(fake, `${request.method ?? ''} ${request.url ?? ''}`, body);
      response.writeHead(reply.status, reply.headers).end(reply.body);
    });
  });
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(port, '127.0.0.1', listening);
  });
  return server;
}

function answer(fake: FakePfrServer, route: string, body: string): Reply {
  switch (route) {
    case 'POST /faults':
      return takeAll(body, readFault, (fault) => fake.faults.add(fault));
    case 'DELETE /faults':
      fake.faults.clear();
      return textReply(204, '');
    case 'POST /changes':
      return takeAll(body, readChange, (change) => fake.pfr.change(change));
    case 'POST /release':
      fake.release();
      return textReply(204, '');
    case 'GET /signed':
      return jsonReply(
        200,
        fake.pfr.signed.map((receipt) => ({ ...receipt, body: receipt.body.toString() })),
      );
    default:
      return textReply(404, 'there is no such route\n');
  }
}

/** All of the list, or none when one of them is wrong. */
function takeAll<T>(body: string, read: (value: unknown) => Result<T, string>, take: (one: T) => void): Reply {
  let sent: Json;
  try {
    sent = JSON.parse(body) as Json;
  } catch {
    return textReply(400, 'the body is no JSON\n');
  }
  const all = [sent].flat().map(read);
  const wrong = all.find((one) => !one.ok);
  if (wrong?.ok === false) return textReply(400, `${wrong.error}\n`);
  for (const one of all) if (one.ok) take(one.value);
  return textReply(204, '');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  try {
    for await (const piece of request) text += piece as string;
  } catch {
    // A client that hung up in the middle gets no answer anyway.
  }
  return text;
}
