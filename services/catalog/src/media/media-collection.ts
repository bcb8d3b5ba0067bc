import { defineCollection } from '@vidhi/collections/declaration.ts';
import { fileCollection } from '@vidhi/collections/catalog/file.ts';

/** Stored file objects: the attributes of the wire and the private ones of this service. */
export const mediaCollection = defineCollection({
  name: fileCollection.name,
  plural: fileCollection.plural,
  uid: fileCollection.uid,
  kind: fileCollection.kind,
  owner: fileCollection.owner,
  draftAndPublish: false,
  attributes: {
    ...fileCollection.attributes,
    folderPath: { type: 'string', private: true },
    /** Name of the photographer or agency, for staff. */
    credit: { type: 'string', private: true },
    /** The focal point; null where nobody has chosen one. */
    focus: { type: 'json', private: true },
    /** The part that readers see; null for all of it. The original stays whole. */
    crop: { type: 'json', private: true },
    /** SHA-256 of each stored file, by `original` or format key. */
    contents: { type: 'json', private: true },
    /** Resized renditions for pages; see `variants/`. */
    variants: { type: 'json', private: true },
    /** Id of the uploading account; not set for imported pictures. */
    uploadedBy: { type: 'integer', private: true },
    /** Whether that account is not staff: such a picture goes when nothing shows it, see `abandoned-uploads.ts`. */
    isMembers: { type: 'boolean', private: true },
    /** Whether it was stored under the ticket of a registration: such pictures are rendered last. */
    isRegistrants: { type: 'boolean', private: true },
  },
});
