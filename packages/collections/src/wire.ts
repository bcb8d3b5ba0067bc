import type {
  CollectionDeclaration,
  MediaAttribute,
  RelationAttribute,
  ScalarAttribute,
} from './declaration.ts';
import type { fileCollection } from './catalog/file.ts';
import type { ScalarValue } from './stored.ts';

type Named<All extends readonly CollectionDeclaration[], Target extends string> = Extract<
  All[number],
  { name: Target } | { uid: Target }
>;

/** An entity of the target, or one of which only the id is known where the target is not in `All`. */
type Related<All extends readonly CollectionDeclaration[], Target extends string> = [
  Named<All, Target>,
] extends [never]
  ? { id: number; attributes: object }
  : WireOf<All, Named<All, Target>>;

type Linked<All extends readonly CollectionDeclaration[], A> = A extends MediaAttribute
  ? A extends { multiple: true }
    ? { data: Related<All, (typeof fileCollection)['uid']>[] | null }
    : { data: Related<All, (typeof fileCollection)['uid']> | null }
  : A extends RelationAttribute
    ? A['relation'] extends 'manyToMany' | 'oneToMany'
      ? { data: Related<All, A['target']>[] }
      : { data: Related<All, A['target']> | null }
    : never;

type WireValue<All extends readonly CollectionDeclaration[], A> = A extends ScalarAttribute
  ? ScalarValue<A> | null
  : Linked<All, A>;

type WireNames<D extends CollectionDeclaration> = {
  [K in keyof D['attributes']]: D['attributes'][K] extends { private: true } ? never : K;
}[keyof D['attributes']];

type Times<D extends CollectionDeclaration> = (D extends { timestamps: false }
  ? unknown
  : { createdAt?: string; updatedAt?: string }) &
  (D extends { draftAndPublish: true } ? { publishedAt?: string | null } : unknown);

/** The attributes of an entity in a response: every one is optional, as `fields`, `populate` and the audience decide. */
export type WireAttributes<All extends readonly CollectionDeclaration[], D extends CollectionDeclaration> = {
  [K in WireNames<D>]?: WireValue<All, D['attributes'][K]>;
} & Times<D>;

/** An entity in a response. `All` are the collections that relations may lead to, by name or uid. */
export interface WireOf<All extends readonly CollectionDeclaration[], D extends CollectionDeclaration> {
  id: number;
  attributes: WireAttributes<All, D>;
}
