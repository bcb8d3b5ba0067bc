/** Who asks. Each audience sees everything that the ones before it see. */
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
  /** Below this audience the attribute does not exist. */
  audience?: Audience;
  /** Never on the wire, for nobody. */
  private?: true;
  /** Long text, kept outside the JavaScript heap. */
  longText?: true;
  /** HTML of editors: sanitised before it is stored. */
  html?: true;
  /** Never taken from a client's body. */
  readonly?: true;
}

export interface RelationAttribute {
  type: 'relation';
  relation: 'manyToOne' | 'manyToMany' | 'oneToMany' | 'oneToOne';
  /** Name or uid of the other collection. */
  target: string;
  inversedBy?: string;
  /** Set on the side that is not stored: the name of the owning relation over there. */
  mappedBy?: string;
  required?: true;
  /** One document only for each target. */
  unique?: true;
  audience?: Audience;
  /** Populated, but neither filtered nor sorted by. */
  filterable?: false;
}

export interface MediaAttribute {
  type: 'media';
  multiple?: boolean;
  required?: true;
  audience?: Audience;
}

export type Attribute = ScalarAttribute | RelationAttribute | MediaAttribute;

/** Another address of a collection: its documents with these values, which a document made there gets. */
export interface Alias {
  plural: string;
  fixed: Readonly<Record<string, string>>;
}

/** An order that no attribute holds. It is asked for as `sort=name` or `sort=name:argument`, by nothing else beside it. */
export interface ComputedOrder {
  /** What the order is made from at this moment, or for an argument; null refuses the argument. */
  seedOf(argument: string | undefined, now: number): string | null;
  /** Documents come in ascending order of this, then of their ids. */
  sortKeyOf(id: number, seed: string): string;
}

export interface CollectionDeclaration {
  /** Singular, as in events and in the uid: `post`. */
  name: string;
  /** As in the address: `posts`. Single types are addressed by their name. */
  plural: string;
  uid: string;
  kind: 'collection' | 'single';
  draftAndPublish: boolean;
  /** In the order of the wire. */
  attributes: Readonly<Record<string, Attribute>>;
  pageSize?: { default: number; max: number };
  /** `false` for objects that carry neither createdAt nor updatedAt. */
  timestamps?: boolean;
  /** With exactly one of these in `fields` and no page asked for, every distinct value is answered. */
  distinct?: readonly string[];
  /** With `counts=1`, how many documents this relation leads to is told of each document of a list. */
  counted?: string;
  /**
   * With `counts=1`, how many documents of a list have each value of these is told: as if the list were narrowed by
   * everything it is narrowed by but the attribute itself. Numbers may be counted by ranges of a width.
   */
  facets?: Readonly<Record<string, { width?: number }>>;
  aliases?: readonly Alias[];
  /** By the name that asks for them. */
  orders?: Readonly<Record<string, ComputedOrder>>;
}

export type Collection = Readonly<
  Required<Omit<CollectionDeclaration, 'counted'>> & Pick<CollectionDeclaration, 'counted'>
>;

const DEFAULT_PAGE_SIZE = { default: 25, max: 150 };

/** Completes a declaration; everything else (routes, validation, plans, documents) follows from it. */
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

/** Pictures and files, as media attributes point to them. */
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
