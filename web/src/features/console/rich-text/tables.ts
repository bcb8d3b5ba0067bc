import type { Editor } from '@tiptap/core';
import { TextSelection, type Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
} from '@tiptap/pm/tables';

const run = (command: Command) => (editor: Editor) => {
  command(editor.state, editor.view.dispatch);
  editor.view.focus();
};

/** Commands for the table at the cursor, in the order of the tools. */
export const TABLE_ACTIONS = [
  { label: 'Row above', run: run(addRowBefore), command: addRowBefore },
  { label: 'Row below', run: run(addRowAfter), command: addRowAfter },
  { label: 'Column before', run: run(addColumnBefore), command: addColumnBefore },
  { label: 'Column after', run: run(addColumnAfter), command: addColumnAfter },
  { label: 'Delete row', run: run(deleteRow), command: deleteRow },
  { label: 'Delete column', run: run(deleteColumn), command: deleteColumn },
  { label: 'Merge cells', run: run(mergeCells), command: mergeCells },
  { label: 'Split cell', run: run(splitCell), command: splitCell },
  { label: 'Delete table', run: run(deleteTable), command: deleteTable },
] as const;

/** Inserts a table of three columns whose first row is its head, and puts the cursor into its first cell. */
export function insertTable(editor: Editor): void {
  const { schema, tr, selection } = editor.state;
  const { table, tableRow, tableCell, tableHeader } = schema.nodes;
  if (!table || !tableRow || !tableCell || !tableHeader) return;
  const cells = (type: typeof tableCell, values: object) =>
    Array.from({ length: 3 }, () => type.createAndFill({ ...values })).filter((cell) => cell !== null);
  const node = table.create(null, [
    tableRow.create({ section: 'head' }, cells(tableHeader, { scope: 'col' })),
    tableRow.create(null, cells(tableCell, {})),
    tableRow.create(null, cells(tableCell, {})),
  ]);
  const at = selection.from;
  tr.replaceSelectionWith(node);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(at + 1, tr.doc.content.size))));
  editor.view.dispatch(tr.scrollIntoView());
  editor.view.focus();
}

/** Returns the table at the cursor and its position; null outside of tables. */
export function tableAt(editor: Editor): { at: number; caption: string } | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name === 'table')
      return { at: $from.before(depth), caption: String(node.attrs['caption'] ?? '') };
  }
  return null;
}

export function setCaption(editor: Editor, at: number, caption: string): void {
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'caption', caption.trim() || null));
  editor.view.focus();
}
