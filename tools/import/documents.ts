import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { Archive, ArchiveEntity, ArchiveLink, ArchiveSchema } from './archive.ts';

const FILE = 'plugin::upload.file';
const isRelation = ({ type }: { type: string }): boolean => type === 'relation';
const isToMany = (relation: string | undefined): boolean => relation?.endsWith('ToMany') ?? false;

interface Place {
  ref: number;
  pos: number;
}

/** Links by owning type, field and owner: `type\0field\0id` → targets in their order. */
function targetsByOwner(links: readonly ArchiveLink[]): Map<string, Place[]> {
  const targets = new Map<string, Place[]>();
  const add = (type: string, field: string, owner: number, place: Place): void => {
    const key = `${type}\0${field}\0${owner}`;
    const list = targets.get(key);
    if (list === undefined) targets.set(key, [place]);
    else list.push(place);
  };
  links.forEach(({ kind, left, right }, index) => {
    // A picture's link is reversed: the file is on the left, its owner on the right.
    if (kind === 'relation.morph') {
      if (left.type === FILE && right.field !== null) {
        add(right.type, right.field, right.ref, { ref: left.ref, pos: right.pos ?? index });
      }
    } else if (left.field !== null) {
      add(left.type, left.field, left.ref, { ref: right.ref, pos: left.pos ?? index });
    }
  });
  for (const list of targets.values()) list.sort((a, b) => a.pos - b.pos);
  return targets;
}

/** Returns whether this end owns the relation; the other end is derived from it. */
const isOwned = ({ mappedBy }: { mappedBy?: string }): boolean => mappedBy === undefined;

function toDocument(
  uid: string,
  schema: ArchiveSchema | undefined,
  { id, data }: { id: number; data: Record<string, unknown> },
  targets: ReadonlyMap<string, readonly Place[]>,
): StoredDocument {
  const document: StoredDocument = { id };
  for (const [name, value] of Object.entries(data)) {
    const attribute = schema?.attributes[name];
    if (attribute === undefined || (!isRelation(attribute) && attribute.type !== 'media'))
      document[name] = value;
  }
  for (const [name, attribute] of Object.entries(schema?.attributes ?? {})) {
    const found = targets.get(`${uid}\0${name}\0${id}`)?.map(({ ref }) => ref) ?? [];
    if (attribute.type === 'media') document[name] = attribute.multiple === true ? found : (found[0] ?? null);
    else if (isRelation(attribute) && isOwned(attribute) && !attribute.target?.startsWith('admin::')) {
      document[name] = isToMany(attribute.relation) ? found : (found[0] ?? null);
    }
  }
  return document;
}

/**
 * Gives documents of one type different slugs where two locales share one: the document of the default locale retains
 * the slug, the others get their locale appended. Other duplicates are left to the service, which skips them.
 */
function separateLocales(
  uid: string,
  documents: readonly StoredDocument[],
  archive: Archive,
): StoredDocument[] {
  const taken = new Set(documents.map(({ slug }) => slug));
  const ownerOf = new Map<unknown, StoredDocument>();
  const isDefault = ({ locale }: StoredDocument): boolean => locale === 'en';
  for (const document of documents) {
    const owner = ownerOf.get(document['slug']);
    if (owner === undefined || (!isDefault(owner) && isDefault(document)))
      ownerOf.set(document['slug'], document);
  }
  return documents.map((document) => {
    const { slug, locale } = document as { slug?: unknown; locale?: unknown };
    const owner = ownerOf.get(slug);
    if (typeof slug !== 'string' || typeof locale !== 'string') return document;
    if (owner === document || owner?.['locale'] === locale) return document;
    let own = `${slug}-${locale.toLowerCase()}`;
    for (let count = 2; taken.has(own); count += 1) own = `${slug}-${locale.toLowerCase()}-${count}`;
    taken.add(own);
    archive.oddities.push({
      where: `${uid} ${document.id}`,
      reason: `the slug ${slug} is that of another locale: imported as ${own}`,
    });
    return { ...document, slug: own };
  });
}

/** Retains the last of several entities with one id, which the service would store, too, and reports the others. */
function lastOfEach(uid: string, entities: readonly ArchiveEntity[], archive: Archive): ArchiveEntity[] {
  const byId = new Map<number, ArchiveEntity>();
  for (const entity of entities) {
    if (byId.has(entity.id))
      archive.oddities.push({ where: `${uid} ${entity.id}`, reason: 'is there twice: the last is imported' });
    byId.set(entity.id, entity);
  }
  return [...byId.values()];
}

/** Returns every entity of the archive in stored form, by type, in the order of ids. Reports what it changes as oddities. */
export function toDocuments(archive: Archive): Map<string, StoredDocument[]> {
  const targets = targetsByOwner(archive.links);
  return new Map(
    [...archive.entities].map(([uid, entities]) => {
      const documents = lastOfEach(uid, entities, archive)
        .map((entity) => toDocument(uid, archive.schemas.get(uid), entity, targets))
        .toSorted((a, b) => a.id - b.id);
      return [uid, separateLocales(uid, documents, archive)];
    }),
  );
}
