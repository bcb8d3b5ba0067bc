import type {
  CollectionDeclaration,
  MediaAttribute,
  RelationAttribute,
  ScalarAttribute,
} from './declaration.ts';

/** The value of an attribute that has one. */
export type ScalarValue<A extends ScalarAttribute> = A['type'] extends 'integer' | 'decimal'
  ? number
  : A['type'] extends 'boolean'
    ? boolean
    : A['type'] extends 'json'
      ? A extends { shape?: infer Shape }
        ? Shape
        : unknown
      : A extends { enum: readonly (infer Option)[] }
        ? Option
        : string;

type Ids<A> = A extends { multiple: true } | { relation: 'manyToMany' | 'oneToMany' }
  ? readonly number[]
  : number | null;

type StoredValue<A> = A extends RelationAttribute | MediaAttribute
  ? Ids<A>
  : A extends ScalarAttribute
    ? ScalarValue<A> | null
    : never;

type Times<D extends CollectionDeclaration> = (D extends { timestamps: false }
  ? unknown
  : { createdAt: string | null; updatedAt: string | null }) &
  (D extends { draftAndPublish: true } ? { publishedAt: string | null } : unknown);

/** Names of the attributes that documents store: all but inverse sides of relations. */
type StoredNames<D extends CollectionDeclaration> = {
  [K in keyof D['attributes']]: D['attributes'][K] extends { mappedBy: string } ? never : K;
}[keyof D['attributes']];

/**
 * A document as models and stores return it: every attribute that is not an inverse side, ids for related documents, ISO 8601
 * strings for times. A required attribute may be null, too: drafts lack it, and so may imported documents.
 */
export type StoredOf<D extends CollectionDeclaration> = { id: number } & {
  [K in StoredNames<D>]: StoredValue<D['attributes'][K]>;
} & Times<D>;

/** Returns a document that was validated by the rules of its collection with the types of the declaration. */
export const storedAs = <D extends CollectionDeclaration>(
  _collection: D,
  document: Readonly<Record<string, unknown>>,
): StoredOf<D> => document as StoredOf<D>;
