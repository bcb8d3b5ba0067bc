import type { Choice, Filter } from './define-resource.ts';

/** Returns values with their names as choices. */
export const namedChoices = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** A filter whose values the API takes as they are, below its key. Others, which an address may have, are no condition. */
export const choiceFilter = (
  key: string,
  label: string,
  names: Readonly<Record<string, string>>,
): Filter => ({
  key,
  label,
  kind: 'choice',
  choices: namedChoices(names),
  toConditions: (value) => (Object.hasOwn(names, value) ? [[key, value]] : []),
});
