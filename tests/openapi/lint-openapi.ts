import { createConfig, lintFromString } from '@redocly/openapi-core';

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
