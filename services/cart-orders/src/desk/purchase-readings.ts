import type { Connection } from 'mongoose';
import {
  mongoStaffReadings,
  readingsOf,
  type NoteReading as NoteStaffReading,
  type StaffReading,
  type StaffReadings,
  type StaffReadingsOptions,
} from '@vidhi/outbox/staff-readings.ts';

/** Accesses of staff to purchases and payment links, which have the data of buyers. */
export const PURCHASE_READINGS = readingsOf('purchase_readings');

type ReadType = 'purchase' | 'payment-link';
export type Reading = StaffReading<ReadType>;
export type NoteReading = NoteStaffReading<ReadType>;

export const mongoPurchaseReadings = (
  connection: Connection,
  options: StaffReadingsOptions,
): StaffReadings<ReadType> =>
  mongoStaffReadings(connection, { collection: PURCHASE_READINGS, service: 'cart-orders' }, options);
