import { defineCollection, fileCollection } from '@vidhi/content-engine/schema/collection.ts';

/** Picture objects as they are stored: those of the wire, and what only this service needs. */
export const mediaCollection = defineCollection({
  name: fileCollection.name,
  plural: fileCollection.plural,
  uid: fileCollection.uid,
  kind: fileCollection.kind,
  draftAndPublish: false,
  attributes: {
    ...fileCollection.attributes,
    folderPath: { type: 'string', private: true },
    /** SHA-256 of each stored file, by `original` or the key of the format. */
    contents: { type: 'json', private: true },
    /** What was made of the original for pages; see `variants/`. */
    variants: { type: 'json', private: true },
    /** The account that uploaded it; none for pictures of archives. */
    uploadedBy: { type: 'integer', private: true },
  },
});
