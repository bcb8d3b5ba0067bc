import { Extension, textblockTypeInputRule, wrappingInputRule, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

/** Marks that are switched by a key, with it. */
const MARK_KEYS: Readonly<Record<string, string>> = {
  'Mod-b': 'strong',
  'Mod-i': 'em',
  'Mod-u': 'u',
  'Mod-Shift-x': 's',
  'Mod-.': 'sup',
  'Mod-,': 'sub',
};

/** Deletes the item's mark at its beginning, as writers expect of Backspace. */
function leaveItem(editor: Editor): boolean {
  const { empty, $from } = editor.state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  const isFirst = $from.depth >= 2 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0;
  if (isFirst) return editor.commands.liftListItem('listItem');
  const isHeading = /^h\d$/.test($from.parent.type.name) && $from.parent.content.size === 0;
  return isHeading && editor.commands.setNode('paragraph');
}

/** Leaves a quotation or a division from its last, empty paragraph; `splitBlock` alone would never end a figure's caption. */
function leaveCaption(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  if ($from.parent.type.name !== 'figcaption') return false;
  const after = $from.after($from.depth - 1);
  return editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .focus(after + 1)
    .run();
}

const insertBreak = (editor: Editor): boolean =>
  editor.commands.insertContent({ type: 'hardBreak' }, { updateSelection: true });

/** Keys and typing: lists, headings, marks, tables. */
export const editorBehaviour = Extension.create({
  name: 'editorBehaviour',
  priority: 200,
  addKeyboardShortcuts() {
    const { editor } = this;
    const inTable = () => editor.isActive('table');
    return {
      ...Object.fromEntries(
        Object.entries(MARK_KEYS).map(([key, mark]) => [key, () => editor.commands.toggleMark(mark)]),
      ),
      ...Object.fromEntries(
        [2, 3, 4].map((level) => [
          `Mod-Alt-${level}`,
          () => editor.commands.toggleNode(`h${level}`, 'paragraph'),
        ]),
      ),
      'Mod-Alt-0': () => editor.commands.setNode('paragraph'),
      'Mod-Shift-8': () => editor.commands.toggleList('bulletList', 'listItem'),
      'Mod-Shift-7': () => editor.commands.toggleList('orderedList', 'listItem'),
      'Mod-Shift-9': () => editor.commands.toggleWrap('blockquote'),
      Enter: () => leaveCaption(editor) || editor.commands.splitListItem('listItem'),
      'Shift-Enter': () => insertBreak(editor),
      'Mod-]': () => editor.commands.sinkListItem('listItem'),
      'Mod-[': () => editor.commands.liftListItem('listItem'),
      Tab: () => {
        if (inTable()) return goToNextCell(1)(editor.state, editor.view.dispatch);
        return editor.commands.sinkListItem('listItem');
      },
      'Shift-Tab': () => {
        if (inTable()) return goToNextCell(-1)(editor.state, editor.view.dispatch);
        return editor.commands.liftListItem('listItem');
      },
      Backspace: () => leaveItem(editor),
    };
  },
  addInputRules() {
    const { nodes } = this.editor.schema;
    const { bulletList, orderedList, blockquote, h2, h3 } = nodes;
    if (!bulletList || !orderedList || !blockquote || !h2 || !h3) return [];
    return [
      wrappingInputRule({ find: /^\s*[-+*•]\s$/, type: bulletList }),
      wrappingInputRule({
        find: /^(\d{1,3})[.)]\s$/,
        type: orderedList,
        getAttributes: ([, number]) => ({ start: number === '1' ? null : number }),
        joinPredicate: (match, node) =>
          node.childCount + Number(node.attrs['start'] ?? 1) === Number(match[1]),
      }),
      wrappingInputRule({ find: /^\s*>\s$/, type: blockquote }),
      textblockTypeInputRule({ find: /^##\s$/, type: h2 }),
      textblockTypeInputRule({ find: /^###\s$/, type: h3 }),
    ];
  },
  addProseMirrorPlugins: () => [tableEditing(), languageOfHindi()],
});

const DEVANAGARI = /\p{Script=Devanagari}/gu;
const LATIN = /\p{Script=Latin}/gu;
const TEXT_BLOCK = /^(?:paragraph|h\d)$/;

/**
 * Sets `lang="hi"` on text blocks in Devanagari, for fonts, hyphenation and screen readers, and removes it from other
 * blocks. A language that somebody chose, and one that was stored, stays.
 */
function languageOfHindi(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, before, state) => {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const { $from } = state.selection;
      const block = $from.parent;
      if (!TEXT_BLOCK.test(block.type.name) || before.doc.eq(state.doc)) return null;
      const { lang } = block.attrs as { lang: string | null };
      if (lang !== null && lang !== 'hi') return null;
      const text = block.textContent;
      const devanagari = text.match(DEVANAGARI)?.length ?? 0;
      const isHindi = devanagari >= 4 && devanagari > (text.match(LATIN)?.length ?? 0);
      if (isHindi === (lang === 'hi') || (lang === 'hi' && text !== '' && devanagari > 0)) return null;
      return state.tr.setNodeAttribute($from.before(), 'lang', isHindi ? 'hi' : null);
    },
  });
}
