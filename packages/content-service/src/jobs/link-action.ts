import { validationError } from '@vidhi/contracts/errors.ts';
import type { ReadModel } from '@vidhi/content-engine';
import { namesOf, type JobAction } from './job-actions.ts';

const MAX_LINKS = 50;

function idsOf(model: ReadModel, target: string, value: unknown, name: string): number[] {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.length <= MAX_LINKS && value.every(Number.isSafeInteger);
  if (!isList) throw validationError(`${name} must be a list of at most ${MAX_LINKS} ids`);
  const ids = [...new Set(value as number[])];
  const missing = ids.find((id) => model.get(target, id) === undefined);
  if (missing !== undefined) throw validationError(`There is no ${target} ${missing}`);
  return ids;
}

export interface LinkActionOptions {
  model: ReadModel;
  /** The relation, which is to many. */
  attribute: string;
  /** Name of the collection that it links. */
  target: string;
  /** The linked thing in words, one and many. */
  words: readonly [one: string, many: string];
  /** Attributes that the writer changes, too, as a consequence. */
  touches?: readonly string[];
}

/** Creates an action that adds and removes links of documents: `{ add, remove }`, each a list of ids. */
export function linkAction({ model, attribute, target, words, touches = [] }: LinkActionOptions): JobAction {
  const [one, many] = words;
  const counted = (ids: readonly number[]): string =>
    `the ${ids.length === 1 ? one : many} ${namesOf(model, target, ids)}`;
  return {
    read({ add, remove }) {
      const params = {
        add: idsOf(model, target, add, 'add'),
        remove: idsOf(model, target, remove, 'remove'),
      };
      if (params.add.length === 0 && params.remove.length === 0)
        throw validationError(`Name at least one ${one} to add or to remove`);
      const steps = [
        ...(params.add.length === 0 ? [] : [`add ${counted(params.add)}`]),
        ...(params.remove.length === 0 ? [] : [`remove ${counted(params.remove)}`]),
      ].join(', ');
      return { params, label: steps.charAt(0).toUpperCase() + steps.slice(1) };
    },
    plan({ doc }, params) {
      const { add, remove } = params as { add: readonly number[]; remove: readonly number[] };
      const current = (Array.isArray(doc[attribute]) ? doc[attribute] : []) as number[];
      const missing = add.filter((id) => !current.includes(id));
      const wanted = [...current.filter((id) => !remove.includes(id)), ...missing];
      return missing.length === 0 && wanted.length === current.length
        ? null
        : { kind: 'update', patch: { [attribute]: wanted }, touches };
    },
  };
}
