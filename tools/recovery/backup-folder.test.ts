import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyFilesBack, copyFilesOut } from './backup-folder.ts';

const FILES = [
  'catalog/uploads/court.png',
  'catalog/variants/0fb84be9405dff15-1280.avif',
  'catalog/documents/order.pdf',
  'catalog/evidence/certificate.png',
  'catalog/evidence-documents/certificate.pdf',
  'service-token',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vidhi-backup-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('takes every file of a site that pages and links need into an empty folder', async () => {
  const [site, backup, other] = ['site', 'backup', 'other'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const file of FILES) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), file);
  }
  await copyFilesBack(backup, other, await copyFilesOut(site, backup));
  expect(FILES.map((file) => readFileSync(join(other, file), 'utf8'))).toEqual(FILES);
});
