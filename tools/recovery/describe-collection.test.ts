import { expect, it } from 'vitest';
import {
  nullable,
  oneOf,
  optional,
  part,
  required,
  requiredOrNull,
  storedCollection,
} from '@vidhi/service-kit/stored-collection.ts';
import { COLLECTIONS } from './collections.ts';
import { describeCollection } from './describe-collection.ts';

it('lists the fields of a document, and which may be null', () => {
  const parcels = storedCollection(
    'parcels',
    {
      _id: required(String),
      sentAt: requiredOrNull(Date),
      note: optional(String),
      carrier: nullable(String),
      state: oneOf(['PACKED', 'SENT']),
      lines: required([part({ title: requiredOrNull(String) })]),
    },
    [{ fields: { state: 1, sentAt: -1 } }, { fields: { note: 1 }, unique: true, sparse: true }],
  );
  expect(describeCollection(parcels)).toEqual([
    '  parcels',
    '    _id: String, required',
    '    sentAt: Date, required, or null',
    '    note: String',
    '    carrier: String, or null',
    '    state: String, required, PACKED | SENT',
    '    lines: list of part, required',
    '      title: String, required, or null',
    '    index by state, sentAt descending',
    '    index by note (unique, sparse)',
  ]);
});

it('states which attributes of content validation requires, and when', () => {
  expect((COLLECTIONS['news'] ?? []).flatMap(describeCollection)).toEqual(
    expect.arrayContaining([
      '    title: String, required by publication',
      '    from: String, required by writes',
      '    type: String, required by writes, Side Bar | One Column into List | Two Column into List | Inner Content',
    ]),
  );
});
