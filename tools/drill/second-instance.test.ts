import { expect, it } from 'vitest';
import { environmentBeside } from './second-instance.ts';

it('gives a second instance a port and a file of keys of its own', () => {
  const first = ['PORT=40001', 'JWKS_FILE=/data/run/jwks-news.json', 'MONGO_URL=mongodb://a/?b=c'];
  expect(environmentBeside(first, 40_777)).toEqual({
    PORT: '40777',
    JWKS_FILE: '/data/run/jwks-news.json-second',
    MONGO_URL: 'mongodb://a/?b=c',
  });
});

it('changes settings of the second instance, apart from its port', () => {
  const settings = { SERVICE_TOKEN: 'next', PORT: '1' };
  expect(environmentBeside(['PORT=40001', 'SERVICE_TOKEN=former'], 40_777, settings)).toEqual({
    PORT: '40777',
    SERVICE_TOKEN: 'next',
  });
});
