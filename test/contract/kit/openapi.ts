import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './client.js';
import { that } from './expect.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Response> }>>>>;
  readonly components?: object;
}

/** Why a text is not a valid OpenAPI 3.1 document; undefined when it is one. */
export async function faultOf(published: string): Promise<string | undefined> {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(published) as SpecData);
  if (result.valid) return validator.version === '3.1' ? undefined : `is OpenAPI ${validator.version}, not 3.1`;
  return JSON.stringify(result.errors).slice(0, 500);
}

/** The description that an installation publishes of itself. */
export class Description {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly document: Document;

  constructor(published: string) {
    this.document = JSON.parse(published) as Document;
    this.ajv.addSchema({ components: this.document.components ?? {} }, 'document');
  }

  /** Demands that an answer is one that the description announces for this call. Unknown paths are left to the checks. */
  readonly check = (method: string, path: string, answer: Answer): void => {
    const asked = path.replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '');
    const template = Object.keys(this.document.paths).find((candidate) =>
      new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked),
    );
    const operation = this.document.paths[template ?? '']?.[method.toLowerCase()];
    // Whoever asks for a path parameter of the wrong form asks for an unknown path.
    if (operation === undefined || (answer.status === 404 && operation.responses['404'] === undefined)) return;
    const response = this.resolve(operation.responses[String(answer.status)]);
    that(response !== undefined, `/openapi.json announces no answer ${answer.status} to ${method} ${template ?? ''}`);
    const type = mediaType(answer.headers['content-type'] ?? '');
    const media = Object.entries(response.content ?? {}).find(([name]) => mediaType(name) === type)?.[1];
    that(media !== undefined, `/openapi.json announces no ${type} for ${method} ${template ?? ''} ${answer.status}`);
    if (type !== 'application/json' || media.schema === undefined) return;
    const fits = this.ajv.compile(JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', '"document#/')) as object);
    that(fits(answer.json()), `/openapi.json announces another body: ${this.ajv.errorsText(fits.errors)}`);
  };

  private resolve(response: Response | undefined): Response | undefined {
    const steps = response?.$ref?.split('/').slice(1);
    if (steps === undefined) return response;
    return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], this.document) as Response;
  }
}

function mediaType(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}
