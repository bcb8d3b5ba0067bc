import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '@vidhi/local/paths.mjs';
import { causesOf } from './causes.ts';
import { readRules } from './scaled-rules.ts';
import type { Shop } from './shop.ts';

const notCalled = () => Promise.reject(new Error('not called'));
const shop: Shop = {
  site: notCalled,
  inbox: notCalled,
  provider: notCalled,
  withDatabaseOf: notCalled,
  checkOut: notCalled,
  pay: notCalled,
  cancelOrder: notCalled,
  payForeignOrder: notCalled,
  register: notCalled,
  publishPost: notCalled,
  close: () => undefined,
};
const product = {
  dataDir: '',
  engineUrl: () => '',
  proxies: new Map(),
  serviceProxies: new Map(),
};

it('causes each alert of the rules once', () => {
  const rules = readRules(readFileSync(inRoot('infra/prometheus/rules.yaml'), 'utf8'));
  const caused = causesOf(product, shop).flatMap(({ alerts }) => alerts);
  expect(caused.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
