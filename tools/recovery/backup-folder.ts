import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@vidhi/service-kit/site-command.ts';
import type { DumpedCollection } from './dump-database.ts';

const FORMAT = 1;
const MANIFEST = 'backup.json';
/**
 * Folders and files below the data folder that are not in a database: pictures with their sizes, documents, evidence of profiles, and the secret
 * of links and cookies.
 */
const FILES = [
  'catalog/uploads',
  // Derived, but the database says that they were made: without them pages of a restored site would lack their pictures.
  'catalog/variants',
  'catalog/documents',
  'catalog/evidence',
  'catalog/evidence-documents',
  'service-token',
];

export interface BackedUpDatabase {
  service: string;
  database: string;
  collections: DumpedCollection[];
}

export interface BackupManifest {
  format: typeof FORMAT;
  /** ISO 8601, when the backup began. Changes after it may be in the backup or not. */
  startedAt: string;
  finishedAt: string;
  databases: BackedUpDatabase[];
  /** Paths below the data folder that the backup has. */
  files: string[];
}

export const databaseFolder = (folder: string, database: string): string => join(folder, 'dump', database);
const filesFolder = (folder: string): string => join(folder, 'files');

/** Creates the folder of a new backup; rejects when it has content. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty.`);
}

/** Copies what is not in a database. Resolves with the paths that exist. */
export async function copyFilesOut(dataDir: string, folder: string): Promise<string[]> {
  const found = FILES.filter((path) => existsSync(join(dataDir, path)));
  for (const path of found)
    await cp(join(dataDir, path), join(filesFolder(folder), path), { recursive: true });
  return found;
}

/** Copies the files of a backup back. Pictures that were added since remain: their names contain their hash. */
export async function copyFilesBack(
  folder: string,
  dataDir: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths)
    await cp(join(filesFolder(folder), path), join(dataDir, path), { recursive: true });
}

/** Rejects when a folder or file that the manifest names is missing. */
export function requireFiles(folder: string, paths: readonly string[]): void {
  const missing = paths.filter((path) => !existsSync(join(filesFolder(folder), path)));
  if (missing.length > 0) throw new CommandError(`The backup lacks ${missing.join(', ')}.`);
}

/** Writes the manifest, which completes a backup. */
export async function writeManifest(folder: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const file = join(folder, MANIFEST);
  await writeFile(`${file}.new`, JSON.stringify({ format: FORMAT, ...manifest }, null, 2), {
    mode: 0o600,
    flush: true,
  });
  await rename(`${file}.new`, file);
}

/** Rejects for a folder without a complete backup, or with one of another format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new CommandError(`${folder} has no complete backup: ${MANIFEST} is missing.`);
  });
  const manifest = JSON.parse(text) as BackupManifest;
  if (manifest.format !== FORMAT) throw new CommandError(`${folder} has a backup of another format.`);
  return manifest;
}
