import addFormats from 'ajv-formats';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, OperationAt } from './requests.ts';

/** The parts of a response that a document describes. */
export interface DescribedResponse {
  status: number;
  /** Value of `Content-Type`; empty without one. */
  type: string;
  body: string;
}

interface ResponseObject {
  $ref?: string;
  content?: Record<string, { schema?: AnySchema }>;
}

/** Why a response differs from what the document says of its operation and status; null when it does not. */
export type CheckResponse = (at: OperationAt, response: DescribedResponse) => string | null;

const DOCUMENT = 'openapi';
const MAX_ERRORS = 3;

const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const pointerTo = (...parts: string[]): string =>
  `${DOCUMENT}#/${parts.map((part) => encodeURIComponent(escapePointer(part))).join('/')}`;

/** Returns the key of the response of a status: the status itself, its range (`4XX`) or `default`. */
const keyOf = (responses: Readonly<Record<string, unknown>>, status: number): string | undefined =>
  [String(status), `${String(status).slice(0, 1)}XX`, 'default'].find((key) => key in responses);

/**
 * Compiles the response schemas of a document when they are first needed. Redirects and 304 of the gateway belong to no
 * operation, so that they are not reported as undescribed.
 */
export function createResponseCheck(document: OpenApiDocument): CheckResponse {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  // An OpenAPI document is no JSON schema itself, so it is not validated as one: only the schemas in it are compiled.
  ajv.addSchema(document as unknown as AnySchema, DOCUMENT, undefined, false);
  const compiled = new Map<string, ValidateFunction>();

  const problemOf = (pointer: string, body: string): string | null => {
    let validate = compiled.get(pointer);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: pointer });
      compiled.set(pointer, validate);
    }
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return 'a body that is not JSON';
    }
    if (validate(value) === true) return null;
    const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
    return `off its schema: ${errors.map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`).join('; ')}`;
  };

  return ({ path, method, operation }, { status, type, body }) => {
    const responses = operation.responses ?? {};
    const key = keyOf(responses, status);
    if (key === undefined) return status >= 300 && status < 400 ? null : 'an undescribed status';
    const declared = responses[key] as ResponseObject;
    const content = declared.content ?? {};
    if (body === '') return null;
    const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const schema = content[mediaType];
    if (schema === undefined)
      return Object.keys(content).length === 0 && !mediaType.endsWith('json')
        ? null
        : `an undescribed content type, ${mediaType}`;
    if (schema.schema === undefined || !mediaType.endsWith('json')) return null;
    return problemOf(
      pointerTo('paths', path, method, 'responses', key, 'content', mediaType, 'schema'),
      body,
    );
  };
}
