import type { Bilingual } from '../../../base/index.js';
import type { Ask, OperationName, Reply as OperationReply } from '../../../admin/index.js';
import { type Fault, request } from './http.js';
import { csrf } from './session.js';

const STEPS_TYPE = 'application/x-ndjson';

export type StepsReply<N extends OperationName> =
  OperationReply<N> | { readonly ok: false; readonly error: string; readonly fault?: Fault };

/** Asks an operation that takes long, and hears meanwhile what it is doing. The error is a sentence of the box. */
export async function operateWithSteps<N extends OperationName>(
  name: N,
  ask: Ask<N>,
  tell: (step: Bilingual) => void,
): Promise<StepsReply<N>> {
  const lost = { ok: false, error: 'The answer of the box was lost. Look at its state, then try again.' } as const;
  try {
    const response = await fetch(`/web/operations/${name}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { Accept: STEPS_TYPE, 'Content-Type': 'application/json', 'X-CSRF-Token': csrf() },
      body: JSON.stringify(ask),
    });
    if (!response.ok || response.body === null) {
      // Who is signed in, and whether the box is there, is found out as for any other request.
      const seen = await request('/web/session');
      return seen.ok ? { ok: false, error: response.statusText } : { ...lost, fault: seen.error };
    }
    let reply: StepsReply<N> | undefined;
    for await (const line of linesOf(response.body)) {
      const said = JSON.parse(line) as { readonly step: Bilingual } | OperationReply<N>;
      if ('step' in said) tell(said.step);
      else reply = said;
    }
    return reply ?? lost;
  } catch {
    return lost;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
