import type { Editor } from '@tiptap/core';
import { MAX_QUOTE_LENGTH } from '@vidhi/contracts/comments.ts';
import { findPassage } from './find-passage.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the selected passage up to the end of its block, with the number of the block; null where nothing is selected. */
export function passageAt({ state: { doc, selection } }: Editor): { quote: string; block: number } | null {
  const { $from: start, from, to } = selection;
  if (from === to) return null;
  const block = start.index(0);
  const end = start.depth === 0 ? to : Math.min(to, start.end(1));
  const quote = oneLine(doc.textBetween(from, end, ' ', ' '))
    .slice(0, MAX_QUOTE_LENGTH)
    .trim();
  return quote === '' ? null : { quote, block };
}

/** Scrolls to the block that has a passage, and puts the cursor there. Returns false where no block has it. */
export function revealPassage(editor: Editor, quote: string, block: number): boolean {
  const texts: string[] = [];
  const places: number[] = [];
  editor.state.doc.forEach((node, offset) => {
    texts.push(oneLine(node.textBetween(0, node.content.size, ' ', ' ')));
    places.push(offset);
  });
  const place = places[findPassage(texts, quote, block) ?? -1];
  if (place === undefined) return false;
  const element = editor.view.nodeDOM(place);
  if (element instanceof Element) element.scrollIntoView({ block: 'center' });
  editor
    .chain()
    .setTextSelection(place + 1)
    .focus()
    .run();
  return true;
}
