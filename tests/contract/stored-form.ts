import type { Archive, ArchiveLink } from './archive.ts';

export type StoredDocument = Readonly<Record<string, unknown>> & { readonly id: number };

interface DeclaredAttribute {
  readonly type: string;
  readonly relation?: string;
  readonly mappedBy?: string;
  readonly multiple?: boolean;
}

export interface DeclaredCollection {
  readonly name: string;
  readonly uid: string;
  readonly draftAndPublish: boolean;
  readonly attributes: Readonly<Record<string, DeclaredAttribute>>;
}

const FILE = 'plugin::upload.file';

/** Orders a relation's targets by the position on the declaring side, then in archive order. */
function targetsOf(links: readonly ArchiveLink[], isMedia: boolean): number[] {
  const placed = links.map((link, index) => ({
    id: isMedia ? link.left.ref : link.right.ref,
    position: (isMedia ? link.right.pos : link.left.pos) ?? 0,
    index,
  }));
  return placed.sort((a, b) => a.position - b.position || a.index - b.index).map(({ id }) => id);
}

function indexLinks(archive: Archive): Map<string, ArchiveLink[]> {
  const byOwner = new Map<string, ArchiveLink[]>();
  for (const link of archive.links) {
    const owner = link.left.type === FILE ? link.right : link.left;
    const key = `${owner.type}/${owner.field ?? ''}/${owner.ref}`;
    const ownedLinks = byOwner.get(key);
    if (ownedLinks === undefined) byOwner.set(key, [link]);
    else ownedLinks.push(link);
  }
  return byOwner;
}

function isToMany(attribute: DeclaredAttribute): boolean {
  return attribute.type === 'media'
    ? attribute.multiple === true
    : attribute.relation?.endsWith('ToMany') === true;
}

/** Returns the archive's documents of a collection as services store them. */
export function storedDocuments(archive: Archive, collection: DeclaredCollection): StoredDocument[] {
  const links = indexLinks(archive);
  const documents: StoredDocument[] = [];
  for (const { type, id, data } of archive.entities) {
    if (type !== collection.uid) continue;
    const document: Record<string, unknown> & { id: number } = { id };
    for (const [name, attribute] of Object.entries(collection.attributes)) {
      if (attribute.type === 'relation' || attribute.type === 'media') {
        if (attribute.mappedBy !== undefined) continue;
        const ids = targetsOf(links.get(`${type}/${name}/${id}`) ?? [], attribute.type === 'media');
        document[name] = isToMany(attribute) ? ids : (ids[0] ?? null);
      } else document[name] = data[name] ?? null;
    }
    document['createdAt'] = data['createdAt'] ?? null;
    document['updatedAt'] = data['updatedAt'] ?? null;
    if (collection.draftAndPublish) document['publishedAt'] = data['publishedAt'] ?? null;
    documents.push(document);
  }
  return documents;
}

/** Picture objects as in responses. */
export function storedFiles(archive: Archive): StoredDocument[] {
  return archive.entities
    .filter(({ type }) => type === FILE)
    .map(({ id, data }) => {
      const { folderPath: _folderPath, ...file } = data;
      return { id, ...file };
    });
}
