import { expect, it } from 'vitest';
import { listOperations, type OpenApiDocument } from './requests.ts';
import { createResponseCheck, type CheckResponse } from './response-schemas.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

const document = {
  openapi: '3.1.0',
  paths: {
    '/api/books/{id}': {
      get: {
        responses: {
          200: json({ $ref: '#/components/schemas/Book' }),
          '4XX': json({ $ref: '#/components/schemas/Error' }),
        },
      },
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
    '/feed.xml': { get: { responses: { 200: { content: { 'application/rss+xml': {} } } } } },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['id', 'published'],
        properties: {
          id: { type: 'integer' },
          published: { type: ['string', 'null'], format: 'date-time' },
          related: { type: 'array', items: { $ref: '#/components/schemas/Book' } },
        },
        additionalProperties: false,
      },
      Error: { type: 'object', required: ['error'], properties: { error: { type: 'object' } } },
    },
  },
} as unknown as OpenApiDocument;

const [read, remove, feed] = listOperations(document);
if (read === undefined || remove === undefined || feed === undefined) throw new Error('no operations');
const check: CheckResponse = createResponseCheck(document);
const book = { id: 1, published: '2026-11-20T10:00:00.000Z' };
const respond = (status: number, body: unknown, type = JSON_TYPE) => ({
  status,
  type,
  body: JSON.stringify(body),
});

it('accepts a response that fits the schema of its status', () => {
  expect(check(read, respond(200, { ...book, related: [{ id: 2, published: null }] }))).toBeNull();
});

it.each([
  ['an attribute of another type', { ...book, id: '1' }, /\/id must be integer/],
  ['a missing attribute', { id: 1 }, /published/],
  ['an undescribed attribute', { ...book, mobile: '9800000001' }, /mobile/],
  ['an invalid time', { ...book, published: 'yesterday' }, /date-time/],
  ['a nested document', { ...book, related: [{ ...book, id: null }] }, /\/related\/0\/id/],
])('reports %s', (_name, body, why) => {
  expect(check(read, respond(200, body))).toMatch(why);
});

it('checks an error by the range of its status', () => {
  expect(check(read, respond(404, { error: {} }))).toBeNull();
  expect(check(read, respond(404, { message: 'not found' }))).toMatch(/error/);
});

it('reports a status, a content type and a body that the operation does not describe', () => {
  expect(check(read, respond(201, book))).toBe('an undescribed status');
  expect(check(read, respond(200, book, 'text/html'))).toBe('an undescribed content type, text/html');
  expect(check(remove, respond(204, book))).toBe('an undescribed content type, application/json');
  expect(check(read, { status: 200, type: JSON_TYPE, body: '{' })).toBe('a body that is not JSON');
});

it('accepts no body, redirects of the gateway, and described content that is not JSON', () => {
  expect(check(remove, { status: 204, type: '', body: '' })).toBeNull();
  expect(check(read, { status: 301, type: 'text/plain', body: 'moved' })).toBeNull();
  expect(check(feed, { status: 200, type: 'application/rss+xml', body: '<rss/>' })).toBeNull();
});
