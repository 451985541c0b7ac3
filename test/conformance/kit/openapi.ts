import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type Announcement, isAnnounced } from './announcement.js';
import type { Answer } from './client.js';
import { that } from './expect.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
interface Operation {
  readonly responses?: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

/** Why a text is not a valid OpenAPI 3.1 document; undefined when it is one. */
async function faultOf(published: string): Promise<string | undefined> {
  const validator = new Validator();
  try {
    const result = await validator.validate(JSON.parse(published) as SpecData);
    if (!result.valid) return JSON.stringify(result.errors).slice(0, 500);
    return validator.version === '3.1' ? undefined : `is OpenAPI ${validator.version}, not 3.1`;
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
}

/** The description that an installation publishes of itself. */
export class Description {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly compiled = new Map<object, ValidateFunction>();

  private constructor(private readonly document: Document) {
    this.ajv.addSchema({ components: document.components ?? {} }, 'document');
  }

  /** A text is why it is no valid OpenAPI 3.1 document. */
  static async read(published: string): Promise<Description | string> {
    const fault = await faultOf(published);
    if (fault !== undefined) return fault;
    try {
      const description = new Description(JSON.parse(published) as Document);
      description.compileAll();
      return description;
    } catch (error) {
      return `has a schema that cannot be used: ${String(error)}`;
    }
  }

  announces(addition: Announcement): boolean {
    return isAnnounced(this.document, addition);
  }

  /** A fault of the description is reported about the description, and not about every answer. */
  private compileAll(): void {
    for (const operation of Object.values(this.document.paths ?? {}).flatMap((item) => Object.values(item))) {
      for (const response of Object.values(operation.responses ?? {})) {
        for (const { schema } of Object.values(this.resolve(response)?.content ?? {})) {
          if (schema !== undefined) this.fitting(schema);
        }
      }
    }
  }

  private fitting(schema: object): ValidateFunction {
    const known = this.compiled.get(schema);
    if (known !== undefined) return known;
    const made = this.ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
    this.compiled.set(schema, made);
    return made;
  }

  /** Demands that an answer is one that the description announces for this call. Unknown paths are left to the checks. */
  readonly check = (method: string, path: string, answer: Answer): void => {
    const asked = path.replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '');
    const template = Object.keys(this.document.paths ?? {}).find((candidate) => formOf(candidate).test(asked));
    const operation = this.document.paths?.[template ?? '']?.[method.toLowerCase()];
    // A path parameter of the wrong form leads to an unknown path.
    if (operation === undefined || (answer.status === 404 && operation.responses?.['404'] === undefined)) return;
    const response = this.resolve(announced(operation, answer.status));
    that(response !== undefined, `/openapi.json announces no answer ${answer.status} to ${method} ${template ?? ''}`);
    if (response.content === undefined && answer.bytes.length === 0) return;
    const type = mediaType(answer.headers['content-type'] ?? '');
    const media = Object.entries(response.content ?? {}).find(([name]) => mediaType(name) === type)?.[1];
    that(media !== undefined, `/openapi.json announces no ${type} for ${method} ${template ?? ''} ${answer.status}`);
    if (type !== 'application/json' || media.schema === undefined) return;
    const fits = this.fitting(media.schema);
    that(fits(answer.json()), `/openapi.json announces another body: ${this.ajv.errorsText(fits.errors)}`);
  };

  private resolve(response: Response | undefined): Response | undefined {
    const steps = response?.$ref?.split('/').slice(1);
    if (steps === undefined) return response;
    return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], this.document) as Response;
  }
}

/** What a path with parameters matches. */
function formOf(template: string): RegExp {
  const pieces = template.split(/\{[^}]*\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('[^/]+')}$`);
}

/** The most exact announcement of a status (OpenAPI 3.1, 4.8.16.2). */
function announced({ responses = {} }: Operation, code: number): Response | undefined {
  return responses[String(code)] ?? responses[`${Math.floor(code / 100)}XX`] ?? responses['default'];
}

function mediaType(contentType: string): string {
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}
