import { useEffect, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { DialogField, DialogForm, NativeDialog } from '../dialog/native-dialog.tsx';
import { isSafeAddress } from './trusted-html.ts';
import * as styles from './rich-text.module.css';

/** An article of this site that a link may lead to. */
export interface FoundArticle {
  id: number;
  title: string;
  path: string;
}
export type SearchArticles = (text: string, signal: AbortSignal) => Promise<readonly FoundArticle[]>;

const SEARCH_MS = 200;

/** Returns the address that somebody means by what they typed; null for none that may be stored. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (/^www\.[\w-]+\./i.test(text)) return `https://${text}`;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^[\w-]+(?:\.[\w-]+)+(?:\/\S*)?$/.test(text)) return `https://${text}`;
  return text !== '' && !/\s/.test(text) && isSafeAddress(text) ? text : null;
}

interface FoundByWords {
  words: string;
  articles: readonly FoundArticle[];
}

/** Returns the articles that were found for these words; null before. */
function useFoundArticles(text: string, search: SearchArticles): readonly FoundArticle[] | null {
  const [found, setFound] = useState<FoundByWords | null>(null);
  const words = text.trim();
  const isSearch = words.length >= 2 && !isSafeAddress(words);
  useEffect(() => {
    if (!isSearch) return undefined;
    const aborted = new AbortController();
    const timer = setTimeout(() => {
      search(words, aborted.signal).then(
        (articles) => !aborted.signal.aborted && setFound({ words, articles }),
        () => undefined,
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [words, isSearch, search]);
  if (!isSearch) return [];
  return found?.words === words ? found.articles : null;
}

interface LinkDialogProps {
  editor: Editor;
  search: SearchArticles;
  onClose: () => void;
}

const linkAt = (editor: Editor): string => String(editor.getAttributes('a')['href'] ?? '');

/** Links the selected text to an address, or to an article of this site that is found by its words. */
export function LinkDialog({ editor, search, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(() => linkAt(editor));
  const [error, setError] = useState<string | null>(null);
  const found = useFoundArticles(typed, search);
  const existing = linkAt(editor);

  const link = (href: string, title: string): void => {
    const { empty } = editor.state.selection;
    const chain = editor.chain();
    if (existing !== '') chain.extendMarkRange('a').setMark('a', { href }).run();
    else if (empty)
      chain.insertContent({ type: 'text', text: title, marks: [{ type: 'a', attrs: { href } }] }).run();
    else chain.setMark('a', { href }).run();
    onClose();
    editor.commands.focus();
  };
  const submit = async (): Promise<void> => {
    const href = addressOf(typed);
    if (href !== null) return link(href, typed.trim());
    // Pressed before the response to the last letters: the first of those that it has.
    const [first] = found ?? (await search(typed.trim(), new AbortController().signal).catch(() => []));
    if (first !== undefined) link(first.path, first.title);
    else setError('Type an address, or words of an article of this site');
  };
  const remove = (): void => {
    editor.chain().extendMarkRange('a').unsetMark('a').run();
    onClose();
    editor.commands.focus();
  };

  return (
    <NativeDialog title="Link" onClose={onClose}>
      <DialogForm
        submitLabel="Link"
        onSubmit={() => void submit()}
        onClose={onClose}
        actions={
          existing !== '' && (
            <button className="button button--plain" type="button" onClick={remove}>
              Remove the link
            </button>
          )
        }
      >
        <DialogField label="Address, or words of an article" error={error}>
          {(ids) => (
            <input
              {...ids}
              className="field__input"
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value);
                setError(null);
              }}
            />
          )}
        </DialogField>
        <ul className={styles.richFound} aria-label="Articles of this site">
          {(found ?? []).map((article) => (
            <li key={article.id}>
              <button type="button" onClick={() => link(article.path, article.title)}>
                {article.title}
                <span>{article.path}</span>
              </button>
            </li>
          ))}
        </ul>
      </DialogForm>
    </NativeDialog>
  );
}
