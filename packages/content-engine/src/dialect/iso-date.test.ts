import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { valueJson } from '../schema/column-value.ts';
import { extractDay, parseIsoDate, parseTimestamp } from './iso-date.ts';
import type { Column } from '../schema/schema.ts';

it.each([
  ['2026-10-20', '2026-10-20T00:00:00.000Z'],
  ['20261020', '2026-10-20T00:00:00.000Z'],
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['20', '2000-01-01T00:00:00.000Z'],
  ['2026-200', '2026-07-19T00:00:00.000Z'],
  ['2026-W40-1', '2026-09-28T00:00:00.000Z'],
  ['2026-10-20T12:00+05:30', '2026-10-20T06:30:00.000Z'],
  ['2026-10-20T24:00', '2026-10-21T00:00:00.000Z'],
  ['0050-W01-1', '0050-01-03T00:00:00.000Z'],
  // Accepted by the reference, rejected by this release of the library.
  ['2026-10-20-', '2026-10-20T00:00:00.000Z'],
  ['2026-10-20-T12:30', '2026-10-20T12:30:00.000Z'],
  ['2026-10-20T12:', '2026-10-20T12:00:00.000Z'],
  ['2026-10-20T12::30+05:30', '2026-10-20T06:30:30.000Z'],
])('parses %s as %s', (text, expected) => {
  expect(new Date(parseIsoDate(text)).toISOString()).toBe(expected);
});

afterEach(() => vi.unstubAllEnvs());

it('parses a time without a zone as UTC, whatever the time zone of the process', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(new Date(2026, 0, 1).toISOString()).toBe('2025-12-31T18:30:00.000Z');
  expect(parseIsoDate('2026-10-20T12:00')).toBe(Date.UTC(2026, 9, 20, 12));
});

it.each(['', 'xx', '20-', '2026-10-20T:', '2026-13-01', '2026-02-30', '2026-10-20T25:00', 'T10:00'])(
  'returns NaN for "%s"',
  (text) => {
    expect(parseIsoDate(text)).toBeNaN();
  },
);

it('parses milliseconds as digits, and extracts the day at the start of a text', () => {
  expect(parseTimestamp('1790000000000')).toBe(1_790_000_000_000);
  expect([extractDay('2026-10-20T99'), extractDay('20.10.2026')]).toEqual(['2026-10-20', null]);
});

it('parses and serializes every time with a four-digit year', () => {
  const column: Column = {
    name: 'at',
    type: 'datetime',
    position: 0,
    accessLevel: 0,
    longText: false,
    unique: false,
    absentIfNull: false,
  };
  const range = { min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 0, 1) };
  fc.assert(
    fc.property(fc.integer(range), (time) => {
      const text = new Date(time).toISOString();
      expect(parseIsoDate(text)).toBe(time);
      expect(valueJson(column, time)).toBe(`"${text}"`);
    }),
  );
});
