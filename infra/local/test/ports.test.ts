import { mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reservePort } from '../src/ports.mjs';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'vidhi-ports-test-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('reserves a port once, until its user must have begun to listen', () => {
  expect(reservePort(20_001, folder)).toBe(true);
  expect(reservePort(20_001, folder)).toBe(false);
  expect(reservePort(20_002, folder)).toBe(true);
  const longAgo = new Date(Date.now() - 600_000);
  utimesSync(join(folder, '20001'), longAgo, longAgo);
  expect(reservePort(20_001, folder)).toBe(true);
  expect(reservePort(20_001, folder)).toBe(false);
});

it('reserves nothing, and lets the port be used, where the folder cannot be written', () => {
  expect(reservePort(20_001, '/dev/null/none')).toBe(true);
});

it('lets the port be used when a reservation exists and cannot be read, as after its removal', () => {
  symlinkSync(join(folder, 'removed'), join(folder, '20003'));
  expect(reservePort(20_003, folder)).toBe(true);
});
