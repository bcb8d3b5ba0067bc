import { expect, it } from 'vitest';
import { findPassage } from './find-passage.ts';

const TEXTS = ['The High Court held', 'and the High Court said', 'no more'];

it.each([
  ['High Court', 0, 0],
  ['High Court', 5, 1],
  ['no more', 0, 2],
  ['a passage that was removed', 0, null],
])('finds %j near block %d', (passage, near, block) => expect(findPassage(TEXTS, passage, near)).toBe(block));
