import { ArchiveError } from './archive-error.ts';
import type { Archive, ArchiveAttribute, LinkEnd } from './archive.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

function addEntity(archive: Archive, line: unknown, where: string): void {
  if (!isRecord(line) || typeof line['type'] !== 'string' || !isId(line['id']) || !isRecord(line['data'])) {
    throw new ArchiveError('this line is not an entity ({ type, id, data })', where);
  }
  const list = archive.entities.get(line['type']) ?? [];
  list.push({ id: line['id'], data: line['data'] });
  archive.entities.set(line['type'], list);
}

function toLinkEnd(value: unknown, where: string): LinkEnd {
  if (!isRecord(value) || typeof value['type'] !== 'string' || !isId(value['ref'])) {
    throw new ArchiveError('this line is not a link between two entities', where);
  }
  const { type, field, ref, pos } = value;
  return {
    type,
    field: typeof field === 'string' ? field : null,
    ref,
    pos: typeof pos === 'number' ? pos : null,
  };
}

const LINK_KINDS = ['relation.basic', 'relation.circular', 'relation.morph'] as const;

function addLink(archive: Archive, line: unknown, where: string): void {
  const kind = isRecord(line) ? LINK_KINDS.find((known) => known === line['kind']) : undefined;
  if (!isRecord(line) || kind === undefined) {
    throw new ArchiveError('this line is not a link between two entities', where);
  }
  archive.links.push({ kind, left: toLinkEnd(line['left'], where), right: toLinkEnd(line['right'], where) });
}

function toAttribute(value: unknown, where: string): ArchiveAttribute {
  if (!isRecord(value) || typeof value['type'] !== 'string') {
    throw new ArchiveError('this line is not a schema with typed attributes', where);
  }
  const { type, relation, target, mappedBy, multiple } = value;
  return {
    type,
    ...(typeof relation === 'string' ? { relation } : {}),
    ...(typeof target === 'string' ? { target } : {}),
    ...(typeof mappedBy === 'string' ? { mappedBy } : {}),
    ...(typeof multiple === 'boolean' ? { multiple } : {}),
  };
}

function addSchema(archive: Archive, line: unknown, where: string): void {
  if (!isRecord(line) || typeof line['uid'] !== 'string' || !isRecord(line['attributes'])) {
    throw new ArchiveError('this line is not a schema', where);
  }
  const options = isRecord(line['options']) ? line['options'] : {};
  archive.schemas.set(line['uid'], {
    uid: line['uid'],
    kind: typeof line['kind'] === 'string' ? line['kind'] : 'collectionType',
    draftAndPublish: options['draftAndPublish'] === true,
    attributes: Object.fromEntries(
      Object.entries(line['attributes']).map(([name, value]) => [name, toAttribute(value, where)]),
    ),
  });
}

const READERS = { entities: addEntity, links: addLink, schemas: addSchema } as const;
export type LineFolder = keyof typeof READERS;
export const isLineFolder = (name: string): name is LineFolder => Object.hasOwn(READERS, name);

/**
 * Adds one line of a `.jsonl` entry to the archive. Skips and reports an entity or link that is malformed. Throws an
 * `ArchiveError` with entry and line for a malformed schema, without which no document of its type can be read.
 */
export function addLine(archive: Archive, folder: LineFolder, line: Buffer, where: string): void {
  try {
    const text = decode(line, where);
    if (text.trim() !== '') READERS[folder](archive, parseLine(text, where), where);
  } catch (error) {
    if (!(error instanceof ArchiveError) || folder === 'schemas') throw error;
    archive.oddities.push({ where, reason: `skipped: ${error.reason}` });
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(line: Buffer, where: string): string {
  try {
    return decoder.decode(line);
  } catch (cause) {
    throw new ArchiveError('is not UTF-8 text', where, cause);
  }
}

function parseLine(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError('this line is not JSON', where, cause);
  }
}

/** Reads `metadata.json`. `vidhi.demo` marks the fictional demo site. */
export function readMetadata(archive: Archive, text: string, entry: string): void {
  let metadata: unknown;
  try {
    // Editors of Windows begin a text with a byte order mark.
    metadata = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new ArchiveError('is not JSON', entry, cause);
  }
  const strapi = isRecord(metadata) ? metadata['strapi'] : undefined;
  const version = isRecord(strapi) ? strapi['version'] : undefined;
  if (typeof version !== 'string') throw new ArchiveError('has no Strapi version', entry);
  if (!version.startsWith('4.')) {
    throw new ArchiveError(`is of Strapi ${version}; only exports of Strapi 4 can be imported`, entry);
  }
  archive.version = version;
  const vidhi = isRecord(metadata) ? metadata['vidhi'] : undefined;
  if (isRecord(vidhi) && vidhi['demo'] === true) archive.demo = true;
}
