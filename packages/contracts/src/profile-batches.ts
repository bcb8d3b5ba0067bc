import { Type } from 'typebox';
import { batchBody, batchRow, batchRowsBody, each } from './book-batches.ts';
import type { BatchRow } from './book-import.ts';
import { nullable } from './nullable.ts';
import { PROFILE_LISTS, PROFILE_VALUES, type ProfileValues } from './profile-import.ts';

const Value = nullable(Type.String({ maxLength: 500 }));
const Names = Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' }), { maxItems: 50 });
const Values = Type.Object(
  { ...each(PROFILE_VALUES, Value), ...each(PROFILE_LISTS, Names) },
  { additionalProperties: false },
);

/** Body of `POST /api/profile-batches`. The same key again is the same import. */
export const ProfileBatchBody = batchBody(['profiles'], {
  invites: Type.Boolean({ description: 'Whether the address of each profile is invited to claim it' }),
});

/** Body of `POST /api/profile-batches/{key}/rows`. A row that was written is not written again. */
export const ProfileRowsBody = batchRowsBody(batchRow(Values));
export type ProfileBatchRow = BatchRow<ProfileValues>;
