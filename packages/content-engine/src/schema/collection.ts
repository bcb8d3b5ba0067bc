/**
 * `schema/` declares collections as data (this file) and compiles them to columns and relations (`schema.ts`). Everything
 * else in the engine follows from these declarations.
 */

/** Access level of a request. Each audience sees everything that the previous ones see. */
export type Audience = 'public' | 'member' | 'staff';

export type ScalarType =
  | 'string'
  | 'text'
  | 'email'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'json'
  | 'enumeration';

export interface ScalarAttribute {
  type: ScalarType;
  required?: true;
  unique?: true;
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  /** The lowest audience that sees the attribute; for others it does not exist, not even in filters. */
  audience?: Audience;
  /** Never sent to any audience. */
  private?: true;
  /** Stored outside the JavaScript heap (`records/long-text-store.ts`): for texts that would fill it. */
  longText?: true;
  /** HTML written by editors: sanitised before it is stored. */
  html?: true;
  /** Ignored in request bodies. */
  readonly?: true;
  /**
   * Absent from responses while it is null, and not searched by `_q`: for attributes that the reference does not have, so that
   * documents without a value look the same as there.
   */
  absentIfNull?: true;
}

export interface RelationAttribute {
  type: 'relation';
  relation: 'manyToOne' | 'manyToMany' | 'oneToMany' | 'oneToOne';
  /** Name or uid of the other collection. */
  target: string;
  inversedBy?: string;
  /** Name of the owning relation in the target; set on the inverse side, which is not stored. */
  mappedBy?: string;
  required?: true;
  /** At most one document may link to a target. */
  unique?: true;
  audience?: Audience;
  /** The relation may be populated, but neither filtered nor sorted by. */
  filterable?: false;
}

export interface MediaAttribute {
  type: 'media';
  multiple?: boolean;
  required?: true;
  audience?: Audience;
}

export type Attribute = ScalarAttribute | RelationAttribute | MediaAttribute;

/** Another route of a collection, for its documents with these values; a document created there gets them. */
export interface Alias {
  plural: string;
  fixed: Readonly<Record<string, string>>;
}

/** An order by a key computed from ids. Requested as `sort=name` or `sort=name:argument`, without other sort keys. */
export interface ComputedOrder {
  /** The seed for an argument or for the current time (milliseconds); null rejects the argument with 400. */
  seedOf(argument: string | undefined, now: number): string | null;
  /** The sort key, ascending; ties are in the order of ids. */
  sortKeyOf(id: number, seed: string): string;
}

export interface CollectionDeclaration {
  /** Singular, as in events and in the uid: `post`. */
  name: string;
  /** Plural name in URLs: `posts`. Single types use their name. */
  plural: string;
  uid: string;
  kind: 'collection' | 'single';
  draftAndPublish: boolean;
  /** Name of a private boolean attribute: documents in which it is true count as unpublished. */
  hiddenBy?: string;
  /** In the order of the response. */
  attributes: Readonly<Record<string, Attribute>>;
  pageSize?: { default: number; max: number };
  /** `false` for objects that carry neither createdAt nor updatedAt. */
  timestamps?: boolean;
  /** Attributes whose distinct values can be listed: by exactly one of them in `fields` and no pagination. */
  distinct?: readonly string[];
  /** Relation whose targets are counted for each document of a list, in `meta.counts`, with `counts=1`. */
  counted?: string;
  /**
   * Attributes for whose values documents are counted, in `meta.counts`, with `counts=1`: under all conditions of the
   * list except those on the attribute itself. Numbers may be counted by ranges of a width.
   */
  facets?: Readonly<Record<string, { width?: number }>>;
  aliases?: readonly Alias[];
  /** Computed orders by their name in `sort`. */
  orders?: Readonly<Record<string, ComputedOrder>>;
}

export type Collection = Readonly<
  Required<Omit<CollectionDeclaration, 'counted' | 'hiddenBy'>> &
    Pick<CollectionDeclaration, 'counted' | 'hiddenBy'>
>;

const DEFAULT_PAGE_SIZE = { default: 25, max: 150 };

/** Completes a declaration with defaults. */
export function defineCollection(declaration: CollectionDeclaration): Collection {
  return {
    ...declaration,
    pageSize: declaration.pageSize ?? DEFAULT_PAGE_SIZE,
    distinct: declaration.distinct ?? [],
    timestamps: declaration.timestamps ?? true,
    aliases: declaration.aliases ?? [],
    orders: declaration.orders ?? {},
    facets: declaration.facets ?? {},
  };
}

/** Uploaded files: the target of media attributes. */
export const fileCollection = defineCollection({
  name: 'file',
  plural: 'files',
  uid: 'plugin::upload.file',
  kind: 'collection',
  draftAndPublish: false,
  attributes: {
    name: { type: 'string' },
    alternativeText: { type: 'string' },
    caption: { type: 'string' },
    width: { type: 'integer' },
    height: { type: 'integer' },
    formats: { type: 'json' },
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
