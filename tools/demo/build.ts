/**
 * Builds `demo/vidhi-gazette.tar.gz` from the posts, the site's lists and the drawings in this folder.
 * The same sources make the same bytes. Run: `npm run build -w tools/demo`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readPosts } from './archive/read-posts.ts';
import { siteDocuments } from './archive/site-documents.ts';
import { sourcesDigest } from './archive/sources-digest.ts';
import { archiveFiles, packArchive } from './archive/write-archive.ts';
import { allDrawings } from './pictures/all-pictures.ts';
import { renderPictures } from './pictures/render.ts';

const root = new URL('./', import.meta.url);
const target = new URL('../../demo/vidhi-gazette.tar.gz', root);

const drawings = allDrawings();
const documents = siteDocuments(
  readPosts(new URL('posts/', root)),
  drawings.map(({ name }) => name),
);
const pictures = await renderPictures(drawings);
const archive = await packArchive(archiveFiles({ ...documents, pictures, sources: sourcesDigest(root) }));
mkdirSync(new URL('./', target), { recursive: true });
writeFileSync(target, archive);
console.log(
  `demo/vidhi-gazette.tar.gz: ${(archive.length / 1_000_000).toFixed(2)} MB, ${pictures.length} pictures`,
);
