import type { Connection } from 'mongoose';
import { EDITOR_DESKS } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { Migration } from '@vidhi/service-kit/migrations.ts';

const WITHOUT_DESKS = { role: ROLE.editor, desks: { $exists: false } };

const usersOf = (connection: Connection) => connection.collection('users');

/** Stores the desks that editors of releases before desks have: what their role allowed. Revokes no token. */
export const desksOfEditors: Migration = {
  id: 2,
  name: 'desks-of-editors',
  count: (connection) => usersOf(connection).countDocuments(WITHOUT_DESKS),
  async apply(connection) {
    await usersOf(connection).updateMany(WITHOUT_DESKS, { $set: { desks: [...EDITOR_DESKS] } });
  },
};
