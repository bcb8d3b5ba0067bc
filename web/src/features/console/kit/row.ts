import type { All } from '@vidhi/collections/all.ts';
import type { CollectionDeclaration } from '@vidhi/collections/declaration.ts';
import type { WireAttributes } from '@vidhi/collections/wire.ts';

type Link = { type: 'relation' } | { type: 'media' };

type TimeName<D extends CollectionDeclaration> =
  | (D extends { timestamps: false } ? never : 'createdAt' | 'updatedAt')
  | (D extends { draftAndPublish: true } ? 'publishedAt' : never);

/** Names of the attributes of a collection that hold values: those that lists show, sort and search. */
export type ValueName<D extends CollectionDeclaration> =
  | ({
      [K in keyof D['attributes']]: D['attributes'][K] extends Link | { private: true } ? never : K;
    }[keyof D['attributes']] &
      string)
  | TimeName<D>;

/** Names of its relations and pictures. */
export type LinkName<D extends CollectionDeclaration> = {
  [K in keyof D['attributes']]: [Extract<D['attributes'][K], Link>] extends [never] ? never : K;
}[keyof D['attributes']] &
  string;

/** Names by which its lists are sorted. */
export type SortName<D extends CollectionDeclaration> = ValueName<D> | 'id';

type Values<Of> = { [K in keyof Of as NonNullable<Of[K]> extends { data: unknown } ? never : K]: Of[K] };

/** A linked document: its id and its values, as far as `populate` of one level goes. */
type LinkedRow<Entity> = Entity extends { id: number; attributes: infer Of }
  ? { id: number } & Values<Of>
  : null;

type Linked<Value> =
  NonNullable<Value> extends { data: infer Data }
    ? Data extends readonly (infer Entity)[]
      ? readonly LinkedRow<Entity>[]
      : LinkedRow<Data>
    : never;

/**
 * A document of a collection as one object, with the requested values and the populated relations. All but the id are optional,
 * as in responses.
 */
export type ContentRow<
  D extends CollectionDeclaration,
  Populated extends LinkName<D> = never,
  Requested extends ValueName<D> = ValueName<D>,
> = { id: number } & Pick<WireAttributes<All, D>, Requested & keyof WireAttributes<All, D>> & {
    [K in Populated]?: Linked<WireAttributes<All, D>[K & keyof WireAttributes<All, D>]>;
  };

/** A condition of a list, which names an attribute; those of one alternative follow each other. */
export type ContentCondition<D extends CollectionDeclaration> = readonly [
  path:
    | `${'' | `[$or][${number}]`}[${ValueName<D> | LinkName<D>}][${string}`
    /** The parameter of articles, which is no condition of their attributes. */
    | 'working_copies',
  value: string,
];
