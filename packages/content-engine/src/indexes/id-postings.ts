import type { RowBitmap } from './row-bitmap.ts';
import { createPostingLists } from './posting-lists.ts';

/** The inverse of a relation as posting lists: from a target id to the rows of the documents that link to it. */
export interface IdPostings {
  add(id: number, row: number): void;
  remove(id: number, row: number): void;
  addRowsTo(set: RowBitmap, id: number): void;
}

export function createIdPostings(): IdPostings {
  const lists = createPostingLists();
  const listNumbers = new Map<number, number>();
  return {
    add(id, row) {
      const list = listNumbers.get(id) ?? listNumbers.size;
      listNumbers.set(id, list);
      lists.add(list, row);
    },
    remove(id, row) {
      const list = listNumbers.get(id);
      if (list !== undefined) lists.remove(list, row);
    },
    addRowsTo(set, id) {
      const list = listNumbers.get(id);
      if (list !== undefined) lists.addRowsTo(set, list);
    },
  };
}
