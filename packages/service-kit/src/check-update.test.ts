import { describe, expect, it } from 'vitest';
import { checkUpdate } from './check-update.ts';
import {
  nullable,
  oneOf,
  optional,
  optionalOneOf,
  part,
  required,
  requiredOrNull,
  storedCollection,
  valueOf,
} from './stored-collection.ts';

const { schema } = storedCollection('parcels', {
  _id: required(String),
  note: required(String),
  reason: requiredOrNull(String),
  state: oneOf(['PACKED', 'SENT']),
  carrier: optionalOneOf(['POST', 'OWN']),
  sentAt: nullable(Date),
  address: optional(
    part({ city: required(String), place: optional(part({ kind: oneOf(['home', 'office']) })) }),
  ),
  lines: required([part({ id: required(Number), title: requiredOrNull(String) })]),
  change: optional(valueOf<{ kind: string }>()),
});

describe('an update', () => {
  it.each([
    [{ $set: { state: 'LOST' } }, 'state is none of PACKED, SENT'],
    [{ $setOnInsert: { state: 'LOST' } }, 'state is none of PACKED, SENT'],
    [{ $set: { carrier: 'DRONE' } }, 'carrier is none of POST, OWN'],
    [{ $set: { note: null } }, 'note is null'],
    [{ $set: { 'address.place.kind': 'ship' } }, 'address.place.kind is none of home, office'],
    [{ $set: { address: { city: 'Kochi', place: { kind: 'ship' } } } }, 'address.place.kind is none of'],
    [{ $set: { lines: [{ id: 1, title: null }, { id: null }] } }, 'lines.id is null'],
    [{ $set: { 'lines.$[line].id': null } }, 'lines.id is null'],
    [{ $set: { 'lines.$': { id: null } } }, 'lines.id is null'],
    [{ $setOnInsert: { address: {} } }, 'address.city is missing'],
    [{ $push: { lines: { id: 1 } } }, 'lines.title is missing'],
    [{ $addToSet: { lines: { $each: [{ id: 1, title: null }, { title: 'B' }] } } }, 'lines.id is missing'],
  ])('is rejected: %j', (update, message) => {
    expect(() => checkUpdate(schema, update)).toThrow(message);
  });

  it.each([
    { $set: { state: 'SENT', carrier: 'OWN', reason: null, sentAt: null, note: '' } },
    { $set: { 'lines.0.title': null, 'change.kind': 'x', change: null } },
    // As in a document of an older release.
    { $set: { lines: [{ id: 1 }], address: {} } },
    { $push: { lines: { $each: [{ id: 1, title: null }], $slice: -5 } } },
    { $unset: { note: '' } },
    { $inc: { 'lines.0.id': 1 } },
    [{ $set: { state: 'LOST' } }],
    null,
  ])('is left to mongoose and the server: %j', (update) => {
    expect(() => checkUpdate(schema, update)).not.toThrow();
  });
});
