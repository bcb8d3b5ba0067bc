import { gzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { fileData } from '../pictures/render.ts';
import type { Picture } from '../pictures/render.ts';
import { SITE } from '../site/settings.ts';
import { contentTypeSchemas } from './content-types.ts';
import { FOUNDED } from './entities.ts';
import type { Entity, Link } from './entities.ts';

export interface ArchiveParts {
  entities: readonly Entity[];
  links: readonly Link[];
  pictures: readonly Picture[];
  /** Digest of the sources that the archive was made from. */
  sources: string;
}

const EXPORTED_AT = '2026-11-20T12:00:00.000Z';

const jsonLines = (values: readonly unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Settings of plugins that every export of Strapi contains. */
const CONFIGURATION = [
  {
    type: 'core-store',
    value: {
      id: 1,
      key: 'plugin_upload_settings',
      value: { sizeOptimization: true, responsiveDimensions: true, autoOrientation: false },
      type: 'object',
      environment: null,
      tag: null,
    },
  },
  {
    type: 'core-store',
    value: {
      id: 2,
      key: 'plugin_users-permissions_advanced',
      value: {
        unique_email: true,
        allow_register: true,
        email_confirmation: false,
        email_reset_password: null,
        email_confirmation_redirection: null,
        default_role: 'authenticated',
      },
      type: 'object',
      environment: '',
      tag: '',
    },
  },
];

/** The archive's files in order. The content depends on the parts alone, not on the clock or the machine. */
export function archiveFiles({
  entities,
  links,
  pictures,
  sources,
}: ArchiveParts): Map<string, Buffer | string> {
  const files: Entity[] = pictures.map((picture, index) => ({
    type: 'plugin::upload.file',
    id: index + 1,
    data: fileData(picture, FOUNDED),
  }));
  const archive = new Map<string, Buffer | string>();
  archive.set('schemas/schemas_00001.jsonl', jsonLines(contentTypeSchemas()));
  archive.set('entities/entities_00001.jsonl', jsonLines([...files, ...entities]));
  for (const [index, picture] of pictures.entries()) {
    const id = index + 1;
    const main = `${picture.hash}${picture.ext}`;
    archive.set(`assets/metadata/${main}.json`, JSON.stringify({ id, ...fileData(picture, FOUNDED) }));
    archive.set(`assets/uploads/${main}`, picture.bytes);
    for (const [type, format] of Object.entries(picture.formats)) {
      const name = `${format.hash}${format.ext}`;
      const bytes = picture.formatBytes[type];
      if (bytes === undefined) throw new Error(`${main} has no bytes for its format ${type}`);
      archive.set(
        `assets/metadata/${name}.json`,
        JSON.stringify({ ...format, type, id, mainHash: picture.hash }),
      );
      archive.set(`assets/uploads/${name}`, bytes);
    }
  }
  archive.set('links/links_00001.jsonl', jsonLines(links));
  archive.set('configuration/configuration_00001.jsonl', jsonLines(CONFIGURATION));
  const vidhi = { demo: true, ...SITE, sources };
  archive.set(
    'metadata.json',
    JSON.stringify({ createdAt: EXPORTED_AT, strapi: { version: '4.26.2' }, vidhi }, null, 2),
  );
  return archive;
}

/** Packs the files as an unencrypted Strapi export: a gzipped tar with fixed owners and times. */
export async function packArchive(files: ReadonlyMap<string, Buffer | string>): Promise<Buffer> {
  const tar = pack();
  const packed = buffer(tar);
  for (const [name, content] of files) {
    tar.entry({ name, mtime: new Date(EXPORTED_AT), mode: 0o644, uid: 0, gid: 0 }, content);
  }
  tar.finalize();
  return gzipSync(await packed, { level: 9 });
}
