import type { RowBitmap } from './row-bitmap.ts';
import { createPostingLists } from './posting-lists.ts';

/** From an id to the rows of the documents that link to it, ready to be marked. */
export interface IdPostings {
  add(id: number, row: number): void;
  remove(id: number, row: number): void;
  addRowsTo(id: number, set: RowBitmap): void;
}

export function createIdPostings(): IdPostings {
  const lists = createPostingLists();
  const numbers = new Map<number, number>();
  return {
    add(id, row) {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      lists.add(number, row);
    },
    remove(id, row) {
      const number = numbers.get(id);
      if (number !== undefined) lists.remove(number, row);
    },
    addRowsTo(id, set) {
      const number = numbers.get(id);
      if (number !== undefined) lists.addRowsTo(number, set);
    },
  };
}
