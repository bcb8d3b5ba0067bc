import type { Collection } from '@vidhi/content-engine';
import { DeclarationPicker, DEEPEST, UNKNOWN_NAMES } from './declaration-picker.ts';
import type { Parameter } from './query.ts';

const TEXT_OPERATORS = [
  '$eq',
  '$eqi',
  '$ne',
  '$nei',
  '$in',
  '$notIn',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$null',
  '$notNull',
  '$between',
] as const;
const COMPARING = [
  '$eq',
  '$ne',
  '$in',
  '$notIn',
  '$lt',
  '$lte',
  '$gt',
  '$gte',
  '$null',
  '$notNull',
  '$between',
] as const;
const UNKNOWN_OPERATORS = ['$like', '$containsI', '$EQ', '$regex', '$exists', '$'] as const;
/** Generates filters: on attributes, through relations, in groups, and sometimes invalid ones. */
export class FilterMaker extends DeclarationPicker {
  protected filter(collection: Collection, at: readonly string[], depth: number): Parameter[] {
    const random = this.random;
    const kind = random.weighted([
      [10, 'scalar'],
      [depth < DEEPEST ? 5 : 0, 'relation'],
      [depth < DEEPEST ? 4 : 0, 'group'],
      [0.4, 'odd'],
    ]);
    if (kind === 'relation') return this.relationFilter(collection, at, depth);
    if (kind === 'group') return this.group(collection, at, depth);
    if (kind === 'odd') return this.oddFilter(collection, at);
    const name = this.scalar(collection);
    return this.condition(collection, name, [...at, name]);
  }

  protected group(collection: Collection, at: readonly string[], depth: number): Parameter[] {
    const random = this.random;
    const operator = random.pick(['$and', '$or', '$or', '$not']);
    if (operator === '$not') return this.filter(collection, [...at, '$not'], depth + 1);
    const branches = 1 + random.int(3);
    return Array.from({ length: branches }, (_, index) =>
      this.filter(collection, [...at, operator, String(index)], depth + 1),
    ).flat();
  }

  protected relationFilter(collection: Collection, at: readonly string[], depth: number): Parameter[] {
    const random = this.random;
    const name = this.link(collection);
    const target = name === undefined ? undefined : this.target(collection, name);
    if (name === undefined || target === undefined) return this.condition(collection, 'id', [...at, 'id']);
    const here = [...at, name];
    const form = random.weighted([
      [8, 'nested'],
      [1, 'bare'],
      [1, 'operator'],
      [2, 'id'],
    ]);
    if (form === 'bare') return [{ key: here, value: this.value(target, 'id') }];
    if (form === 'operator') return this.condition(target, 'id', here);
    if (form === 'id') return this.condition(target, 'id', [...here, 'id']);
    return this.filter(target, here, depth + 1);
  }

  protected condition(collection: Collection, name: string, at: readonly string[]): Parameter[] {
    const random = this.random;
    const attribute = this.attribute(collection, name);
    const value = (): string => this.value(collection, name);
    if (random.chance(0.12)) return [{ key: at, value: random.chance(0.06) ? null : value() }];
    const ordered =
      attribute === undefined || ['integer', 'datetime', 'boolean', 'decimal'].includes(attribute.type);
    const operator = ordered && random.chance(0.8) ? random.pick(COMPARING) : random.pick(TEXT_OPERATORS);
    const here = random.chance(0.06) ? [...at, '$not', operator] : [...at, operator];
    if (operator === '$null' || operator === '$notNull') {
      return [
        { key: here, value: random.pick(['true', 'false', 'true', 'false', '1', '0', 't', 'f', 'x', '']) },
      ];
    }
    if (operator === '$between' && random.chance(0.95)) return this.list(here, 2, value);
    if (operator === '$in' || operator === '$notIn') return this.list(here, 1 + random.int(4), value);
    if (random.chance(0.05)) return this.list(here, 2, value);
    return [{ key: here, value: random.chance(0.02) ? null : value() }];
  }

  protected oddFilter(collection: Collection, at: readonly string[]): Parameter[] {
    const random = this.random;
    const name = this.scalar(collection);
    const link = this.link(collection) ?? name;
    const value = this.value(collection, name);
    return random.pick<() => Parameter[]>([
      () => [{ key: [...at, random.pick(UNKNOWN_NAMES)], value }],
      () => [{ key: [...at, name, random.pick(UNKNOWN_OPERATORS)], value }],
      () => [{ key: [...at, random.pick(['$and', '$or', '$not', '$eq', '$in', '$null'])], value }],
      () => [{ key: [...at, name, 'id'], value }],
      () => [{ key: [...at, link, random.pick(UNKNOWN_OPERATORS)], value }],
      () => [{ key: [...at, link, random.pick(UNKNOWN_NAMES)], value }],
      () => [{ key: [...at, '$or', name], value }],
      () => [{ key: [...at, name, '$or', '0', '$eq'], value }],
      () => [{ key: at, value }],
    ])();
  }
}
