import type { ReadModel } from '@vidhi/content-engine';
import type { SubjectKind } from './find-subject.ts';
import { subjectsOf } from './find-subject.ts';

type Values = Readonly<Record<string, unknown>>;

const KINDS: readonly [attribute: string, kind: SubjectKind][] = [
  ['tags', 'tag'],
  ['categories', 'category'],
];

/** Returns the ids of the tags or categories that were merged into this one. */
export const mergedIdsOf = ({ merged_ids: ids }: Values): number[] =>
  Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];

/** Returns the id of what a tag or category was merged into; its own where it is there, or where nobody knows. */
function presentId(model: ReadModel, kind: SubjectKind, id: unknown): unknown {
  const subjects = subjectsOf(model, kind);
  const number = Number(id);
  if ((typeof id !== 'number' && typeof id !== 'string') || subjects.get(number) !== undefined) return id;
  return subjects.list().find((subject) => mergedIdsOf(subject).includes(number))?.id ?? id;
}

/**
 * Returns the values of an article with what its tags and categories were merged into: somebody may have chosen them before. Other
 * values stay.
 */
export function withPresentSubjects<Data>(model: ReadModel, data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  const replaced: Record<string, unknown> = {};
  for (const [attribute, kind] of KINDS) {
    const ids = (data as Values)[attribute];
    if (Array.isArray(ids))
      replaced[attribute] = [...new Set(ids.map((id: unknown) => presentId(model, kind, id)))];
  }
  return { ...data, ...replaced };
}
