import type { Collection } from '@vidhi/content-engine';
import { DEEPEST, isLink, UNKNOWN_NAMES } from './declaration-picker.ts';
import { FilterMaker } from './filter-maker.ts';
import { ENCODINGS, type Parameter, type Query } from './query.ts';

const ODD_IDS = ['0', 'abc', '1.0', '-1', '01', '999999'] as const;
const ODD_NUMBERS = [
  '0',
  '-1',
  '1.5',
  'abc',
  '',
  '1e1',
  ' 2 ',
  'NaN',
  'Infinity',
  '200',
  '99999999999999999999',
] as const;
const COUNT_FLAGS = ['true', 'false', '0', '1', 'f', 't', 'x'] as const;
const JUNK: readonly [Parameter, ...Parameter[]] = [
  { key: ['locale'], value: 'en' },
  { key: ['foo'], value: 'bar' },
  { key: ['foo', 'bar'], value: null },
  { key: ['filters'], value: '' },
  { key: ['populate'], value: '' },
  { key: ['sort'], value: '' },
  { key: ['fields', ''], value: 'id' },
  { key: ['__proto__', 'x'], value: '1' },
  { key: ['populate', '*'], value: 'true' },
];

/** Generates queries for a site's collections; the seeded random source determines them completely. */
export class QueryMaker extends FilterMaker {
  query(): Query {
    const { random } = this;
    const collection = this.#collection();
    const isSingle = collection.kind === 'single';
    const isEntity = !isSingle && random.chance(0.15);
    const path = `/api/${isSingle ? collection.name : collection.plural}${isEntity ? `/${this.#id(collection)}` : ''}`;
    const parts: Parameter[][] = [];
    if (random.chance(0.75)) {
      for (
        let n =
          random.weighted([
            [6, 1],
            [3, 2],
            [1, 3],
          ]) ?? 1;
        n > 0;
        n -= 1
      )
        parts.push(this.filter(collection, ['filters'], 1));
    }
    if (random.chance(0.4)) parts.push(this.#sort(collection, ['sort']));
    if (random.chance(0.4)) parts.push(this.#populate(collection, ['populate'], 1));
    parts.push(this.#fields(collection, ['fields'], 0.85));
    parts.push(this.#pagination());
    if (random.chance(0.08))
      parts.push([{ key: ['_q'], value: this.value(collection, this.scalar(collection)) }]);
    if (random.chance(0.08)) parts.push(this.#publication(['publicationState']));
    if (random.chance(0.04)) parts.push([random.pick(JUNK)]);
    const parameters = this.#shuffled(parts).flat();
    const encoding = random.chance(0.5) ? 'brackets' : random.pick(ENCODINGS);
    return { path, parameters, encoding };
  }

  /** Large collections with many relations more often than small ones. */
  #collection(): Collection {
    const weights = this.site.addressed.map((one): readonly [number, Collection] => [
      one.kind === 'single' ? 0.3 : 1 + 2 * this.named(one, isLink).length,
      one,
    ]);
    const picked = this.random.weighted(weights);
    if (picked === undefined) throw new Error('No collection has an address');
    return picked;
  }

  #shuffled<T>(items: T[]): T[] {
    if (!this.random.chance(0.3)) return items;
    return items
      .map((item) => ({ item, order: this.random.int(1e6) }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }

  #id(collection: Collection): string {
    const { random } = this;
    if (random.chance(0.1)) return random.pick(ODD_IDS);
    if (random.chance(0.1)) return String(random.int(800));
    return String(this.site.valueOf(collection.name, 'id') ?? 1);
  }

  #sortPath(collection: Collection): string {
    const { random } = this;
    const link = random.chance(0.2) ? this.link(collection) : undefined;
    const target = link === undefined ? undefined : this.target(collection, link);
    if (link !== undefined && target !== undefined) return `${link}.${this.scalar(target)}`;
    return random.chance(0.03) ? random.pick(UNKNOWN_NAMES) : this.scalar(collection);
  }

  #sort(collection: Collection, at: readonly string[]): Parameter[] {
    const { random } = this;
    const one = (): string => {
      const order = random.chance(0.01)
        ? ':down'
        : random.pick(['', '', ':asc', ':desc', ':desc', ':DESC', ':Asc']);
      return `${this.#sortPath(collection)}${order}`;
    };
    const form = random.weighted([
      [5, 'one'],
      [2, 'comma'],
      [2, 'list'],
      [2, 'object'],
    ]);
    switch (form) {
      case 'comma':
        return [{ key: at, value: `${one()},${one()}` }];
      case 'list':
        return [0, 1].map((index) => ({ key: [...at, String(index)], value: one() }));
      case 'object':
        return [
          {
            key: [...at, ...this.#sortPath(collection).split('.')],
            value: random.pick(['asc', 'desc', 'DESC', 'desc']),
          },
        ];
      default:
        return [{ key: at, value: random.chance(0.02) ? null : one() }];
    }
  }

  #fields(collection: Collection, at: readonly string[], probability: number): Parameter[] {
    const { random } = this;
    if (!random.chance(probability)) return [];
    const short = (): string => {
      const name = this.scalar(collection);
      return collection.attributes[name]?.type === 'text' && random.chance(0.8) ? 'id' : name;
    };
    const form = random.weighted([
      [8, 'one'],
      [6, 'list'],
      [0.3, 'star'],
      [0.5, 'odd'],
    ]);
    if (form === 'star') return [{ key: at, value: '*' }];
    if (form === 'odd') {
      const link = this.link(collection) ?? 'nope';
      const odd = random.pick([link, random.pick(UNKNOWN_NAMES), `${short()},${short()}`, '']);
      return [{ key: random.chance(0.5) ? at : [...at, '0'], value: odd }];
    }
    return form === 'list' ? this.list(at, 1 + random.int(3), short) : [{ key: at, value: short() }];
  }

  #populate(collection: Collection, at: readonly string[], depth: number): Parameter[] {
    const { random } = this;
    const names = this.named(collection, isLink);
    const one = (): string =>
      random.chance(0.04) ? random.pick([...UNKNOWN_NAMES, 'title']) : (random.pickFrom(names) ?? 'nope');
    const dotted = (): string => {
      const name = one();
      const target = this.target(collection, name);
      const below = target === undefined ? [] : this.named(target, isLink);
      return below.length > 0 && random.chance(0.4) ? `${name}.${random.pickFrom(below) ?? ''}` : name;
    };
    const form = random.weighted([
      [2, 'star'],
      [4, 'one'],
      [2, 'comma'],
      [2, 'list'],
      [2, 'flag'],
      [8, 'options'],
    ]);
    switch (form) {
      case 'star':
        return [{ key: at, value: '*' }];
      case 'comma':
        return [{ key: at, value: `${dotted()},${dotted()}` }];
      case 'list':
        return [0, 1].map((index) => ({ key: [...at, String(index)], value: dotted() }));
      case 'flag':
        return [{ key: [...at, one()], value: random.pick(['true', 'true', '*', 'false', '1', '0', '']) }];
      case 'options':
        return Array.from({ length: 1 + random.int(2) }, () =>
          this.#populateOptions(collection, at, depth),
        ).flat();
      default:
        return [{ key: at, value: dotted() }];
    }
  }

  #populateOptions(collection: Collection, at: readonly string[], depth: number): Parameter[] {
    const { random } = this;
    const name = this.link(collection);
    const target = name === undefined ? undefined : this.target(collection, name);
    if (name === undefined || target === undefined) return [{ key: at, value: 'nope' }];
    const here = [...at, name];
    const parts: Parameter[] = [...this.#fields(target, [...here, 'fields'], 0.9)];
    const sometimes = (probability: number, key: string, values: readonly [string, ...string[]]): void => {
      if (random.chance(probability)) parts.push({ key: [...here, key], value: random.pick(values) });
    };
    if (random.chance(0.3)) parts.push(...this.filter(target, [...here, 'filters'], 3));
    if (random.chance(0.3)) parts.push(...this.#sort(target, [...here, 'sort']));
    sometimes(0.3, 'limit', ['1', '2', '5', '0', '-1']);
    sometimes(0.1, 'start', ['0', '1', '3']);
    sometimes(0.06, 'page', ['1', '2', '0', 'x']);
    sometimes(0.06, 'pageSize', ['1', '3', '0']);
    sometimes(0.08, 'count', ['true', 'false', '1', 'x']);
    if (random.chance(0.05)) parts.push(...this.#publication([...here, 'publicationState']));
    if (random.chance(0.3) && depth < DEEPEST)
      parts.push(...this.#populate(target, [...here, 'populate'], depth + 1));
    return parts;
  }

  #pagination(): Parameter[] {
    const { random } = this;
    const small = (): string => String(1 + random.int(6));
    const page = (): string => (random.chance(0.7) ? '1' : number());
    const number = (): string => (random.chance(0.05) ? random.pick(ODD_NUMBERS) : small());
    const at = (name: string, value: string): Parameter => ({ key: ['pagination', name], value });
    const count = random.chance(0.06) ? [at('withCount', random.pick(COUNT_FLAGS))] : [];
    const form = random.weighted([
      [10, 'page'],
      [4, 'offset'],
      [0.4, 'both'],
      [0.3, 'top'],
      [0.3, 'none'],
    ]);
    switch (form) {
      case 'offset':
        return [at('start', random.chance(0.5) ? '0' : number()), at('limit', number()), ...count];
      case 'both':
        return [at('page', small()), at('limit', small())];
      case 'top':
        return [
          { key: [random.pick(['page', 'pageSize', 'limit', 'start', '_limit'])], value: small() },
          at('pageSize', small()),
        ];
      case 'none':
        return [];
      default:
        return [...(random.chance(0.5) ? [at('page', page())] : []), at('pageSize', number()), ...count];
    }
  }

  #publication(at: readonly string[]): Parameter[] {
    const state = this.random.chance(0.1)
      ? this.random.pick(['xx', ''])
      : this.random.pick(['live', 'preview']);
    return [{ key: at, value: state }];
  }
}
