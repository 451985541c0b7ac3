import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Reply } from './client.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>;
  readonly components: object;
}

/** Answers that any call may get, known path or not: no key, no such path, too many calls. */
const ANYWHERE = ['401', '404', '429'];

/** That schemas are schemas is for test/interfaces/api/openapi.test.ts to say, once. */
export const COMPILED_QUICKLY = { validateSchema: false, code: { optimize: false } } as const;

const known = new Map<string, Conformance>();

/** Holds answers against the OpenAPI document that the same box publishes. */
export class Conformance {
  private readonly ajv = new Ajv2020({ strict: false, ...COMPILED_QUICKLY });
  private readonly checks = new Map<string, ValidateFunction>();
  private readonly document: Document;

  /** Of this document: each box of a process publishes the same. */
  static of(published: string): Conformance {
    const conformance = known.get(published) ?? new Conformance(published);
    known.set(published, conformance);
    return conformance;
  }

  private constructor(published: string) {
    this.document = JSON.parse(published) as Document;
    this.ajv.addSchema({ components: this.document.components }, 'document');
  }

  /** Throws when an answer is not one that the document announces for this call. */
  check(method: string, path: string, reply: Reply): void {
    if (method === 'OPTIONS') return;
    const call = `${method} ${path} ${reply.status}`;
    const response = this.announced(method, path.replace(/\?.*$/s, ''), String(reply.status));
    if (response === undefined) throw new Error(`${call} is not in the document: ${reply.text}`);
    if (response.content === undefined) {
      if (reply.text !== '') throw new Error(`${call} has a body: ${reply.text}`);
      return;
    }
    const type = reply.headers['content-type'] ?? '';
    const [mediaType, media] =
      Object.entries(response.content).find(([name]) => name.replace(/;.*$/, '') === type.replace(/;.*$/, '')) ?? [];
    if (media === undefined) throw new Error(`${call} answered ${type}`);
    if (method === 'HEAD' || mediaType !== 'application/json') return;
    const check = this.checkOf(media.schema);
    if (!check(JSON.parse(reply.text))) throw new Error(`${call}: ${this.ajv.errorsText(check.errors)}: ${reply.text}`);
  }

  /** Compiled once: that takes a hundred times as long as a check. */
  private checkOf(schema: object): ValidateFunction {
    const text = JSON.stringify(schema);
    const check = this.checks.get(text) ?? this.ajv.compile(pointingInto(schema));
    this.checks.set(text, check);
    return check;
  }

  private announced(method: string, path: string, status: string): Response | undefined {
    const asked = path.replace(/(?<=.)\/$/, '');
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const template = Object.keys(this.document.paths).find((candidate) =>
      new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
    );
    const response = this.document.paths[template ?? '']?.[wanted]?.responses[status];
    if (response !== undefined) return this.resolve(response);
    return ANYWHERE.includes(status) ? this.resolve({ $ref: `#/components/responses/Error${status}` }) : undefined;
  }

  private resolve(response: Response): Response {
    const steps = response.$ref?.split('/').slice(1);
    if (steps === undefined) return response;
    return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], this.document) as Response;
  }
}

function pointingInto(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
}
