/**
 * Declares a collection of documents as data. The schema of the content engine, validation, routes, the OpenAPI document and the
 * types of documents, stored (`stored.ts`) and in responses (`wire.ts`), follow from it.
 */

/** Access level of a request. Each audience sees everything that the previous ones see. */
export type Audience = 'public' | 'member' | 'staff';

/**
 * A part of the site that tokens and desks reach as a whole: `articles` by the scopes `articles:read` and `articles:write`.
 */
export type Part = 'articles' | 'pages' | 'books' | 'directory';

/** The service that stores the documents and publishes their events. */
export type Owner = 'accounts' | 'cart-orders' | 'catalog' | 'news';

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
  /** Stored outside the JavaScript heap (`records/long-text-store.ts` of the engine): for texts that would fill it. */
  longText?: true;
  /** HTML written by editors: sanitised before it is stored. */
  html?: true;
  /** Type of a `json` value that the owner brings into shape before it stores it; never set, see `json`. */
  shape?: unknown;
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
  /** Absent from responses where it links to nothing, as with scalar attributes. */
  absentIfNull?: true;
}

export interface MediaAttribute {
  type: 'media';
  multiple?: boolean;
  /** `documents`: writes may link to a PDF and to nothing else. By default to nothing but pictures. */
  accepts?: 'documents';
  required?: true;
  audience?: Audience;
  /** Absent from responses while nothing is linked, also where it is populated; see `ScalarAttribute`. */
  absentIfNull?: true;
}

export type Attribute = ScalarAttribute | RelationAttribute | MediaAttribute;

/** Another route of a collection, for its documents with these values; a document created there gets them. */
export interface Alias {
  plural: string;
  fixed: Readonly<Record<string, string>>;
}

/** Paths of the list and of one document; a single type has no list. */
export interface Routes {
  list?: string;
  detail: string;
}

export interface CollectionDeclaration {
  /** Singular, as in events and in the uid: `post`. */
  name: string;
  /** Plural name in URLs: `posts`. Single types use their name. */
  plural: string;
  uid: string;
  kind: 'collection' | 'single';
  owner: Owner;
  /** The part of the site that it belongs to. Settings, accounts, files and carts are of none: no token changes them. */
  part?: Part;
  /** The lowest audience that sees documents, in lists and through relations; `public` by default. */
  audience?: Audience;
  /** By default those of `plural` (of `name` for a single type) under `/api`; null where there are none. */
  routes?: Routes | null;
  /** Whether routes of the owner's own serve it, instead of those of `@vidhi/content-service`. */
  ownRoutes?: boolean;
  draftAndPublish: boolean;
  /** Name of a boolean attribute that the public does not see: documents in which it is true count as unpublished. */
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
}

type Defaults = Required<
  Pick<
    CollectionDeclaration,
    'audience' | 'routes' | 'ownRoutes' | 'pageSize' | 'timestamps' | 'distinct' | 'facets' | 'aliases'
  >
>;

/** A declaration with every default filled in. */
export type Collection = Readonly<CollectionDeclaration & Defaults>;

type OptionsOf<A> = A extends { type: 'relation' }
  ? RelationAttribute
  : A extends { type: 'media' }
    ? MediaAttribute
    : ScalarAttribute;

/** Makes a misspelt option an error: TypeScript does not look for unknown properties of an inferred type. */
export type WithoutTypos<D extends CollectionDeclaration> = Readonly<
  Record<Exclude<keyof D, keyof CollectionDeclaration>, never>
> & {
  readonly attributes: {
    readonly [K in keyof D['attributes']]: Readonly<
      Record<Exclude<keyof D['attributes'][K], keyof OptionsOf<D['attributes'][K]>>, never>
    >;
  };
};

/** Declares a `json` attribute whose owner stores nothing but this shape. Without it, readers check the value. */
export const json = <Shape>(): { readonly type: 'json'; readonly shape?: Shape } => ({ type: 'json' });

const DEFAULT_PAGE_SIZE = { default: 25, max: 150 };

const defaultRoutes = ({ kind, name, plural }: CollectionDeclaration): Routes =>
  kind === 'single' ? { detail: `/api/${name}` } : { list: `/api/${plural}`, detail: `/api/${plural}/:id` };

/** Completes a declaration with defaults. */
export function defineCollection<const D extends CollectionDeclaration>(
  declaration: D & WithoutTypos<D>,
): Readonly<D & Defaults> {
  const given: D = declaration;
  return {
    ...given,
    audience: given.audience ?? 'public',
    routes: given.routes === undefined ? defaultRoutes(given) : given.routes,
    ownRoutes: given.ownRoutes ?? false,
    pageSize: given.pageSize ?? DEFAULT_PAGE_SIZE,
    distinct: given.distinct ?? [],
    timestamps: given.timestamps ?? true,
    aliases: given.aliases ?? [],
    facets: given.facets ?? {},
  };
}

type Picked<D extends Collection, Name extends keyof D['attributes']> = Omit<Collection, 'attributes'> &
  Readonly<
    Pick<D, 'name' | 'plural' | 'uid' | 'kind' | 'draftAndPublish'> & {
      attributes: Pick<D['attributes'], Name>;
    }
  >;

/** Declares the copy that another service has of some attributes, without routes. */
export function copyOf<D extends Collection, const Name extends keyof D['attributes'] & string>(
  collection: D,
  names: readonly Name[],
  timestamps: boolean,
): Picked<D, Name> {
  const { name, plural, uid, kind, owner, draftAndPublish } = collection;
  const attributes = Object.fromEntries(
    Object.entries(collection.attributes).filter(([key]) => names.some((wanted) => wanted === key)),
  ) as Pick<D['attributes'], Name>;
  const base = { name, plural, uid, kind, owner, draftAndPublish, timestamps, routes: null };
  return { ...defineCollection({ ...base, attributes: {} }), ...base, attributes };
}

/** Names of the attributes that everybody sees and documents store. */
type PublicNames<D extends CollectionDeclaration> = {
  [K in keyof D['attributes']]: D['attributes'][K] extends
    | { private: true }
    | { audience: 'member' | 'staff' }
    | { mappedBy: string }
    ? never
    : K;
}[keyof D['attributes']] &
  string;

const isPublic = (attribute: Attribute): boolean =>
  (attribute.audience ?? 'public') === 'public' &&
  !('private' in attribute && attribute.private === true) &&
  !(attribute.type === 'relation' && attribute.mappedBy !== undefined);

/** Declares the copy that another service has of what everybody sees. */
export function publicCopyOf<D extends Collection>(collection: D): Picked<D, PublicNames<D>> {
  const names = Object.entries(collection.attributes).flatMap(([name, attribute]) =>
    isPublic(attribute) ? [name as PublicNames<D>] : [],
  );
  return copyOf(collection, names, collection.timestamps);
}
