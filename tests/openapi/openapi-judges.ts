import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Rules of `recommended` that contradict addresses and statuses which clients of the reference depend on. */
const RULES_OFF = {
  // The links in mails are followed by browsers and respond with a redirect alone.
  'operation-2xx-response': 'off',
  // `/api/posts/by-author/{id}` beside `/api/posts/{id}/related`: the router prefers the literal segment.
  'no-ambiguous-paths': 'off',
} as const;

/** Errors and warnings of `redocly lint` with its recommended rules, each with its place in the document. */
export async function lintOpenapi(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES_OFF });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`,
  );
}

/**
 * Resolves with the TypeScript types that openapi-typescript generates for clients. Throws where a reference cannot be
 * resolved.
 */
export const generateTypes = async (document: object): Promise<string> =>
  astToString(await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0]));

const FILE = 'openapi-types.ts';

/** Errors of the compiler in strict mode for one source file without imports. */
export function compileErrors(source: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es5.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(FILE, source, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
