import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { loadConfig } from './app-config.ts';
import { ServiceTokenEnv, acceptedServiceTokens } from './service-env.ts';

const [current, next] = ['c'.repeat(32), 'n'.repeat(32)] as const;
const tokensOf = (env: NodeJS.ProcessEnv): string[] =>
  acceptedServiceTokens(loadConfig(Type.Object(ServiceTokenEnv), env));

it('accepts the service token, and further ones where they are set', () => {
  expect(tokensOf({ SERVICE_TOKEN: current })).toEqual([current]);
  expect(tokensOf({ SERVICE_TOKEN: current, ACCEPTED_SERVICE_TOKENS: next })).toEqual([current, next]);
});

it('rejects a short further service token', () => {
  expect(() => tokensOf({ SERVICE_TOKEN: current, ACCEPTED_SERVICE_TOKENS: `${next},` })).toThrow(
    'ACCEPTED_SERVICE_TOKENS',
  );
});
