import { cpSync, mkdtempSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimPort, readRecordedPorts, reservePort } from '../src/ports.mjs';

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

it('records other ports for a copy of a data folder, whose services would find the engines of the original', async () => {
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
  const port = await claimPort(original, 'mongo');
  expect(await claimPort(original, 'mongo')).toBe(port);
  cpSync(original, copy, { recursive: true });
  expect(readRecordedPorts(copy)).toEqual({});
  const other = await claimPort(copy, 'mongo');
  expect(other).not.toBe(port);
  expect(readRecordedPorts(copy)).toEqual({ mongo: other });
  expect(readRecordedPorts(original)).toEqual({ mongo: port });
});
