import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createVisitors } from './visitor.ts';

const [OLD, NEW] = ['an old service token of the site!', 'a new service token of the site!'];

it('knows visitors again after the secret was changed', () => {
  const { setCookie, key } = createVisitors({ secrets: [OLD], isSecure: false }).create();
  const request = { headers: { cookie: setCookie.split(';')[0] }, ip: '10.0.0.1' } as FastifyRequest;
  const keyFor = (secrets: readonly [string, ...string[]]) =>
    createVisitors({ secrets, isSecure: false }).of(request).key;
  expect([keyFor([OLD]), keyFor([NEW, OLD]), keyFor([NEW])]).toEqual([key, key, null]);
});
