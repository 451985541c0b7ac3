import type { Input, OperationName } from '../../../admin/index.js';
import type { Bilingual } from '../../../../base/index.js';
import { type Answer, OFFLINE } from './http.js';
import type { Reply } from './reply.js';
import { csrf, signedOutByBox } from './session.js';

type Line = { readonly step: Bilingual } | { readonly ok: true; readonly value: unknown } | Refused;
interface Refused {
  readonly ok: false;
  readonly error: string;
  readonly messageSr?: string;
}

/** Runs an operation that takes long; `onStep` reports its progress. */
export async function operateWithSteps<N extends OperationName>(
  name: N,
  ask: Input<N>,
  onStep: (step: Bilingual) => void,
): Promise<Reply<Answer<N>>> {
  let response: Response;
  let last: Line | undefined;
  try {
    response = await fetch(`/web/operations/${name}`, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'X-CSRF-Token': csrf(), 'Content-Type': 'application/json', Accept: 'application/x-ndjson' },
      body: JSON.stringify(ask),
    });
    if (!response.ok) return await refusal(response);
    for await (const line of linesOf(response)) {
      if ('step' in line) onStep(line.step);
      else last = line;
    }
  } catch {
    return { ok: false, error: OFFLINE };
  }
  const { status, headers } = response;
  if (last === undefined || !('ok' in last)) return { ok: false, error: OFFLINE };
  if (!last.ok) {
    const { error: message, messageSr } = last;
    return { ok: false, error: { code: 'refused', message, status, ...(messageSr !== undefined && { messageSr }) } };
  }
  return { ok: true, value: last.value as Answer<N>, status, headers };
}

async function refusal(response: Response): Promise<{ readonly ok: false; readonly error: Fault }> {
  const { error } = (await response.json()) as { readonly error: Pick<Fault, 'code' | 'message' | 'messageSr'> };
  if (error.code === 'signed_out') signedOutByBox();
  return { ok: false, error: { ...error, status: response.status } };
}

type Fault = Extract<Reply<unknown>, { readonly ok: false }>['error'];

async function* linesOf({ body }: Response): AsyncGenerator<Line> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}
