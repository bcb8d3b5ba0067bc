import type { Attribute } from '@vidhi/content-engine/internal.ts';
import type { Collection } from '@vidhi/content-engine';
import type { Parameter } from './query.ts';
import type { Random } from './random.ts';
import { conditionValue, type ValueSource } from './values.ts';

export interface Site {
  readonly collections: readonly Collection[];
  /** Collections that have endpoints. */
  readonly addressed: readonly Collection[];
  readonly valueOf: ValueSource;
  readonly wildcards: boolean;
}

export const UNKNOWN_NAMES = [
  'nope',
  'password',
  'createdBy',
  'Title',
  '__proto__',
  'constructor',
  'documentId',
  '',
  '*',
] as const;
export const DEEPEST = 4;

const timeAttributes = ({ draftAndPublish, timestamps }: Collection): string[] => [
  ...(timestamps ? ['createdAt', 'updatedAt'] : []),
  ...(draftAndPublish ? ['publishedAt'] : []),
];

type Link = Extract<Attribute, { type: 'relation' | 'media' }>;
export const isLink = (attribute: Attribute): attribute is Link =>
  attribute.type === 'relation' || attribute.type === 'media';

/** Chooses attribute names and values of a site's collections at random. */
export class DeclarationPicker {
  protected readonly site: Site;
  protected readonly random: Random;

  constructor(site: Site, random: Random) {
    this.site = site;
    this.random = random;
  }

  protected named(collection: Collection, test: (attribute: Attribute) => boolean): string[] {
    return Object.entries(collection.attributes)
      .filter(([, attribute]) => test(attribute))
      .map(([name]) => name);
  }

  protected scalar(collection: Collection): string {
    const names = [
      ...this.named(collection, (attribute) => !isLink(attribute) && attribute.private !== true),
      ...timeAttributes(collection),
      'id',
    ];
    return this.random.pickFrom(names) ?? 'id';
  }

  protected link(collection: Collection): string | undefined {
    return this.random.pickFrom(this.named(collection, isLink));
  }

  protected attribute(collection: Collection, name: string): Attribute | undefined {
    if (name === 'id') return undefined;
    return collection.attributes[name] ?? { type: 'datetime' };
  }

  protected target(collection: Collection, name: string): Collection | undefined {
    const attribute = collection.attributes[name];
    if (attribute === undefined || !isLink(attribute)) return undefined;
    const targetUid = attribute.type === 'media' ? 'plugin::upload.file' : attribute.target;
    return this.site.collections.find((one) => one.name === targetUid || one.uid === targetUid);
  }

  protected value(collection: Collection, name: string): string {
    const sample = this.site.valueOf(collection.name, name);
    return conditionValue(this.attribute(collection, name), sample, this.random, this.site.wildcards);
  }

  protected list(at: readonly string[], length: number, value: () => string): Parameter[] {
    const style = this.random.weighted([
      [5, 'index'],
      [2, 'repeat'],
      [1, 'empty'],
    ]);
    return Array.from({ length }, (_, index) => ({
      key: style === 'index' ? [...at, String(index)] : style === 'empty' ? [...at, ''] : at,
      value: value(),
    }));
  }
}
