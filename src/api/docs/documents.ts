import { PAPERS } from '../../receipt/sheet/sheet.js';
import type { ParameterDoc, RouteDoc } from '../openapi.js';
import { text } from '../schemas/common.js';
import { json, uuidParameter } from './parameters.js';

export const FORMATS = ['html', 'pdf'] as const;

/** Media types of the two. */
export const HTML = 'text/html; charset=utf-8';
export const PDF = 'application/pdf';

const parameters: readonly ParameterDoc[] = [
  uuidParameter,
  {
    name: 'paper',
    in: 'query',
    description: '`a4`: a document with the fiscal slip; `a5`, `a4slip`: the fiscal slip alone on A5 or A4.',
    schema: { type: 'string', enum: PAPERS, default: 'a4' },
  },
  {
    name: 'format',
    in: 'query',
    description: 'HTML or PDF; both say the same.',
    schema: { type: 'string', enum: FORMATS, default: 'html' },
  },
  {
    name: 'base',
    in: 'query',
    description: 'An http or https origin from which the HTML takes fonts and script; its own when left out.',
    schema: { type: 'string', examples: ['https://kasa.local:8443'] },
  },
  {
    name: 'print',
    in: 'query',
    description: '1: the HTML opens the print dialog on arrival; with anything else it does not.',
    schema: { type: 'string', default: '0', examples: ['1'] },
  },
];

/** The printable document of a receipt. */
export const documentDocs = {
  getDocument: {
    method: 'get',
    path: '/invoices/{uuid}/document',
    summary: 'The receipt as a printable document',
    parameters,
    responses: {
      200: {
        ...json('The document. HTML has its sheet between the comments `sheet` and `/sheet`.', text),
        mediaType: [HTML, PDF],
      },
    },
    errors: [404, 422],
  },
} as const satisfies Readonly<Record<string, RouteDoc>>;
