import { beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '@vidhi/contracts/services.mjs';
import { mergeOpenapi, type ServiceDocument } from '../../services/gateway/src/docs/merged-openapi.ts';
import { lintOpenapi } from './lint-openapi.ts';
import { readServiceDocuments } from './service-documents.ts';

describe('the OpenAPI document of the gateway', () => {
  let documents: ServiceDocument[];
  let document: Record<string, unknown>;
  beforeAll(async () => {
    documents = await readServiceDocuments();
    document = mergeOpenapi(documents, {
      publicUrl: 'https://vidhi.example',
      absent: [],
    });
  });

  it('includes every service behind the gateway except the web server', () => {
    expect(documents.map(({ service }) => service).toSorted()).toEqual(
      SERVICES.map(({ name }) => name)
        .filter((name) => name !== 'gateway' && name !== 'web')
        .toSorted(),
    );
  });

  it('passes redocly lint with its recommended rules', async () => {
    expect(Object.keys(document['paths'] as object).length).toBeGreaterThan(90);
    expect(await lintOpenapi(document)).toEqual([]);
  });
});

describe('the checks of the document', () => {
  it('report a path parameter that is not declared and a summary that is missing', async () => {
    const problems = await lintOpenapi({
      openapi: '3.1.0',
      info: { title: 'x', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: 'https://vidhi.example' }],
      security: [],
      paths: { '/a/{id}': { get: { operationId: 'a', responses: { 200: { description: 'ok' } } } } },
    });
    expect(problems.join('\n')).toMatch(
      /path-parameters-defined[^]*operation-summary|operation-summary[^]*path-parameters-defined/,
    );
  });
});
