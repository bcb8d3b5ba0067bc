import type { FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import {
  mongoStaffReadings,
  readingsOf,
  type NoteReading as NoteStaffReading,
  type StaffReading,
  type StaffReadings,
  type StaffReadingsOptions,
} from '@vidhi/outbox/staff-readings.ts';
import { actorOf } from '@vidhi/service-kit/actor.ts';
import { isHead } from '@vidhi/service-kit/head-response.ts';

/** Accesses of staff to contact messages, grievances and subscribers. */
export const PEOPLE_READINGS = readingsOf('people_readings');

type ReadType = 'contact-message' | 'grievance' | 'subscriber';
export type NoteReading = NoteStaffReading<ReadType>;
export type PeopleReadings = StaffReadings<ReadType>;

export const mongoPeopleReadings = (connection: Connection, options: StaffReadingsOptions): PeopleReadings =>
  mongoStaffReadings(connection, { collection: PEOPLE_READINGS, service: 'notify' }, options);

/** Records that the sender of a request reads a record, or a list if `id` is absent. No effect for HEAD requests. */
export async function noteRead(
  note: NoteReading,
  request: FastifyRequest,
  { type, id, label = null }: Pick<StaffReading<ReadType>, 'type'> & { id?: string; label?: string | null },
): Promise<void> {
  if (isHead(request)) return;
  const action = id === undefined ? 'list' : 'view';
  await note({ action, type, id: id ?? 'all', label, actor: actorOf(request) });
}
