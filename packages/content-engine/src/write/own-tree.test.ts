import { beforeEach, describe, expect, it } from 'vitest';
import { defineCollection } from '@vidhi/collections/declaration.ts';
import type { WireError } from '@vidhi/contracts/errors.ts';
import { createReadModel, type ReadModel } from '../model/read-model.ts';
import { withAncestors } from './own-tree.ts';
import { validateWrite } from './validate-write.ts';

const shelf = defineCollection({
  name: 'shelf',
  plural: 'shelves',
  uid: 'api::shelf.shelf',
  kind: 'collection',
  owner: 'news',
  draftAndPublish: false,
  attributes: {
    part_of: { type: 'relation', relation: 'manyToOne', target: 'shelf', inversedBy: 'parts' },
    parts: { type: 'relation', relation: 'oneToMany', target: 'shelf', mappedBy: 'part_of' },
  },
});

let shelves: ReadModel;
beforeEach(() => {
  shelves = createReadModel([shelf]);
  // 1 has 2, which has 3; 5 and 6 are part of each other, as an import brought them.
  for (const [id, above] of [[1], [2, 1], [3, 2], [4], [5, 6], [6, 5]] as const)
    shelves.upsert('shelf', { id, part_of: above ?? null });
});

function problemsOf(data: object, id?: number): string[] {
  try {
    validateWrite(
      shelves,
      'shelf',
      data,
      id === undefined ? 'create' : 'update',
      id === undefined ? {} : { id },
    );
    return [];
  } catch (error) {
    const { status, details } = error as WireError;
    if (status !== 400) throw error;
    return (details as { errors: { path: string[] }[] }).errors.flatMap(({ path }) => path);
  }
}

describe('a document of a tree', () => {
  it.each([
    ['itself', { part_of: 1 }],
    ['one below it', { part_of: 3 }],
    ['one below it, connected', { part_of: { connect: [3] } }],
    ['one below it, set', { part_of: { set: [{ id: 3 }] } }],
  ])('is not put below %s', (_what, data) => {
    expect(problemsOf(data, 1)).toEqual(['part_of']);
  });

  it.each([
    ['itself', { parts: [3] }],
    ['one above it', { parts: [1] }],
    ['one above it, connected', { parts: { connect: [2] } }],
  ])('does not get %s below it', (_what, data) => {
    expect(problemsOf(data, 3)).toEqual(['parts']);
  });

  it('is not created between one and what is above that', () => {
    expect(problemsOf({ part_of: 3, parts: [1] })).toEqual(['parts']);
    expect(problemsOf({ part_of: 1, parts: [3] })).toEqual([]);
  });

  it('changes places with one that it no longer has', () => {
    expect(problemsOf({ part_of: 2, parts: [] }, 1)).toEqual([]);
    expect(problemsOf({ part_of: 4 }, 1)).toEqual([]);
    expect(problemsOf({ part_of: null, parts: [3, 4] }, 2)).toEqual([]);
  });

  it('that an import put below itself is saved as it is, and moved out', () => {
    expect(problemsOf({ part_of: 6, parts: [6] }, 5)).toEqual([]);
    expect(problemsOf({ part_of: null }, 5)).toEqual([]);
    expect([...withAncestors(shelves, 'shelf', 'part_of', 5)]).toEqual([5, 6]);
  });
});
