// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NoticesProvider } from '#shared/app-page/notices.tsx';
import { leavePage, press, showPage } from '../../../testing/show-page.tsx';
import type { RichTextHandle } from '../rich-text/rich-text-editor.tsx';
import type { ArticleClient } from './article-client.ts';
import { respond, stored } from './article-work-builder.ts';
import { useArticleWork } from './use-article-work.ts';

vi.mock('./local-copy.ts', async (load) => ({
  ...(await load<object>()),
  browserCopies: () => ({ save: async () => undefined, find: async () => [], remove: async () => undefined }),
}));

let typed = '';
let sent: object[] = [];
const client = {
  saveCopy: async (_id: number, data: object) => {
    sent.push(data);
    return { ...respond(200), body: { data: { seq: sent.length } } };
  },
} as unknown as ArticleClient;

const ignore = (): void => undefined;

/** A field that is gone, as the editor is, as soon as its page is left. */
function Field({ ref }: { ref: Ref<RichTextHandle> }) {
  useImperativeHandle(ref, () => ({ toHtml: () => typed, load: ignore }) as unknown as RichTextHandle, []);
  return null;
}

const OPENED = { article: stored(), copy: null, seq: 0 };
function Article() {
  const editor = useRef<RichTextHandle>(null);
  const opening = useArticleWork(client, 7, OPENED, editor, ignore);
  return (
    <>
      <Field ref={editor} />
      {opening !== null && (
        <button
          type="button"
          onClick={() => {
            typed = '<p>one, and two</p>';
            opening.work.touchContent();
          }}
        >
          Type
        </button>
      )}
    </>
  );
}

function Console() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Article />}
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
    </>
  );
}

beforeEach(() => {
  [typed, sent] = ['<p>one</p>', []];
});
afterEach(leavePage);

it('stores what was typed in the moment before the page is left', async () => {
  showPage(
    <NoticesProvider>
      <Console />
    </NoticesProvider>,
    '/console/posts/41',
  ).logIn(11);
  await screen.findByRole('button', { name: 'Type' });
  await press('Type');
  await press('Leave');
  await act(async () => vi.waitFor(() => expect(sent).toHaveLength(1)));
  expect(sent).toMatchObject([{ values: { content: '<p>one, and two</p>' } }]);
});
