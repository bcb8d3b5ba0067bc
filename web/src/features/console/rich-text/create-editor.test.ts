// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEditor, type RichTextDocument } from './create-editor.ts';

let text: RichTextDocument;
const open = (html: string): void => {
  const element = document.createElement('div');
  document.body.append(element);
  const ignore = (): void => undefined;
  text = createEditor({
    element,
    html,
    label: 'Text',
    placeholder: '',
    onPictures: ignore,
    onLostPictures: ignore,
    onLink: ignore,
    onDetails: ignore,
  });
};
beforeEach(() => {
  // The document of jsdom has no layout.
  document.elementFromPoint = () => null;
});
afterEach(() => {
  text.editor.destroy();
  document.body.replaceChildren();
});
/** Puts the caret at the end of the block with an index, and writes. */
function write(block: number, words: string): void {
  const { doc } = text.editor.state;
  const before = doc.children.slice(0, block).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  text.editor.commands.setTextSelection(before + doc.child(block).nodeSize - 1);
  if (words !== '') text.editor.commands.insertContent(words);
}
const paste = (html: string): void =>
  void text.editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);

describe('a paste', () => {
  it('into an empty paragraph keeps the language of the first pasted one', () => {
    open('<p>Before.</p><p></p>');
    write(1, '');
    paste('<p lang="hi-IN">न्यायालय ने कहा</p><p>It said so.</p>');
    expect(text.toHtml()).toBe('<p>Before.</p><p lang="hi-in">न्यायालय ने कहा</p><p>It said so.</p>');
  });

  it('of one paragraph into an empty one, too, after which writing goes on in it', () => {
    open('<p></p><p>After.</p>');
    write(0, '');
    paste('<p lang="hi">न्याय</p>');
    text.editor.commands.insertContent('!');
    expect(text.toHtml()).toBe('<p lang="hi">न्याय!</p><p>After.</p>');
  });

  it('into words is a part of their paragraph', () => {
    open('<p>Before.</p>');
    write(0, '');
    paste('<p lang="hi">न्याय</p>');
    expect(text.toHtml()).toBe('<p>Before.न्याय</p>');
  });

  it('is undone without what was written just before', () => {
    open('<p>Before.</p>');
    write(0, ' Written.');
    paste('<p>Pasted.</p>');
    expect(text.toHtml()).toBe('<p>Before. Written.Pasted.</p>');
    text.editor.commands.undo();
    expect(text.toHtml()).toBe('<p>Before. Written.</p>');
    text.editor.commands.redo();
    expect(text.toHtml()).toBe('<p>Before. Written.Pasted.</p>');
  });
});
