import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { User } from './user.ts';

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: 1,
  username: 'Asha1',
  email: 'asha@example.com',
  provider: 'local',
  confirmed: true,
  blocked: false,
  first_name: 'Asha',
  last_name: null,
  mobile: '9999999999',
  role: ROLE.customer,
  passwordHash: null,
  tokenVersion: 0,
  createdAt: '2026-11-20T13:52:21.600Z',
  updatedAt: '2026-11-20T13:52:21.600Z',
  rev: 1,
  edited: false,
  importHash: null,
  mailRequests: [],
  registration: null,
  consents: [],
  ...(overrides.role === ROLE.editor ? { desks: EDITOR_DESKS } : {}),
  ...overrides,
});
