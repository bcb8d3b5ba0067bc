import { defineCollection, json } from '../declaration.ts';

/** A smaller size of a picture. */
export interface FileFormat {
  url: string;
  width: number;
  height?: number;
  /** Kilobytes. */
  size?: number;
}

/** Uploaded files: the target of media attributes. */
export const fileCollection = defineCollection({
  name: 'file',
  plural: 'files',
  uid: 'plugin::upload.file',
  kind: 'collection',
  owner: 'catalog',
  routes: { list: '/api/upload/files', detail: '/api/upload/files/:id' },
  ownRoutes: true,
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    alternativeText: { type: 'string' },
    caption: { type: 'string' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    formats: json<Record<string, FileFormat>>(),
    hash: { type: 'string' },
    ext: { type: 'string' },
    mime: { type: 'string' },
    size: { type: 'decimal' },
    url: { type: 'string' },
    previewUrl: { type: 'string' },
    provider: { type: 'string' },
    provider_metadata: { type: 'json' },
  },
});
