/** Lines of an export, and how its links are written. */

export interface Entity {
  type: string;
  id: number;
  data: Record<string, unknown>;
}

export interface Link {
  kind: string;
  relation: string;
  left: Record<string, unknown>;
  right: Record<string, unknown>;
}

/** Creation time of the site, and of everything that has no time of its own. */
export const FOUNDED = '2026-08-20T06:00:00.000Z';
export const founded = { createdAt: FOUNDED, updatedAt: FOUNDED };

export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';
const FILE = 'plugin::upload.file';

export const api = (name: string) => `api::${name}.${name}`;

/** Maps names to ids, which are positions in the list counted from 1. Throws for an unknown name. */
export const idIn = (names: readonly string[], what: string) => (name: string) => {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`no ${what} is called "${name}"`);
  return index + 1;
};

/** Name of a relation in its target type; without a name the target has no such attribute. */
interface Target {
  type: string;
  inverse?: string;
}

/** Collects entities and links; counts the positions at the inverse end of each relation. */
export function createSheets(pictureNames: readonly string[]) {
  const entities: Entity[] = [];
  const links: Link[] = [];
  const lastPosition = new Map<string, number>();
  const fileId = idIn(pictureNames, 'picture');

  /** The next position among the entries of the inverse side. */
  function nextPosition(inverse: string): number {
    const position = (lastPosition.get(inverse) ?? 0) + 1;
    lastPosition.set(inverse, position);
    return position;
  }

  const end = ({ type, inverse }: Target, ref: number) =>
    inverse === undefined
      ? { type, ref }
      : { type, field: inverse, ref, pos: nextPosition(`${type}.${inverse}.${ref}`) };

  return {
    entities,
    links,
    add(type: string, id: number, data: Record<string, unknown>) {
      entities.push({ type, id, data });
    },
    addImages(type: string, id: number, field: string, pictures: readonly string[]) {
      for (const [index, picture] of pictures.entries()) {
        links.push({
          kind: 'relation.morph',
          relation: 'morphToMany',
          left: { type: FILE, field: 'related', ref: fileId(picture) },
          right: { ref: id, pos: index + 1, type, field },
        });
      }
    },
    addOne(type: string, id: number, field: string, target: Target, ref: number) {
      links.push({
        kind: target.type === type ? 'relation.circular' : 'relation.basic',
        relation: 'manyToOne',
        left: { type, field, ref: id },
        right: end(target, ref),
      });
    },
    addMany(type: string, id: number, field: string, target: Target, refs: readonly number[]) {
      for (const [index, ref] of refs.entries()) {
        links.push({
          kind: 'relation.basic',
          relation: 'manyToMany',
          left: { type, field, ref: id, pos: index + 1 },
          right: end(target, ref),
        });
      }
    },
  };
}

export type Sheets = ReturnType<typeof createSheets>;
