import { expect, it } from 'vitest';
import { createMetrics } from '@vidhi/service-kit/metrics.ts';
import { createServiceApp } from '@vidhi/service-kit/service-app.ts';
import { userContactRoutes } from './user-contact-routes.ts';
import type { User } from './user.ts';

const ASHA = {
  id: 5,
  email: 'asha@rao.example',
  first_name: 'Asha',
  last_name: null,
  confirmed: true,
} as User;
const EDITOR = {
  ...ASHA,
  id: 7,
  email: 'meena@rao.example',
  role: 10,
  desks: ['news'],
  blocked: false,
} as User;

it('tells where mails to an account go, and 404 for none', async () => {
  const app = await createServiceApp({
    name: 'accounts',
    logLevel: false,
    metrics: createMetrics('accounts'),
    readiness: () => ({}),
  });
  await app.register(userContactRoutes, {
    users: { findById: async (id: number) => [ASHA, EDITOR].find((user) => user.id === id) ?? null },
  });
  const response = await app.inject('/internal/users/5/contact');
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { address: 'asha@rao.example', name: 'Asha', isConfirmed: true },
  ]);
  expect((await app.inject('/internal/users/6/contact')).statusCode).toBe(404);
  expect((await app.inject('/internal/newsroom/5/contact')).statusCode).toBe(404);
  expect((await app.inject('/internal/newsroom/7/contact')).json()).toMatchObject({
    address: 'meena@rao.example',
  });
  await app.close();
});
