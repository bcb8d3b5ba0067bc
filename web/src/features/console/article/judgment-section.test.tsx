// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import type { ArticleClient, LibraryDocument } from './article-client.ts';
import { EMPTY_ARTICLE, type ArticleValues } from './article-values.ts';
import { JudgmentSection } from './judgment-section.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const ORDER: LibraryDocument = {
  id: 7,
  name: 'W.P. 12 of 2026.pdf',
  url: '/uploads/order_0123.pdf',
  size: 412,
  createdAt: '2026-11-20T10:00:00.000Z',
};
const failure = (message: string) =>
  ({ status: 400, problem: { status: 400, code: '', message, fields: {} } }) as never;

function open(values: Partial<ArticleValues> = {}, fieldErrors = {}) {
  const client = {
    document: vi.fn<ArticleClient['document']>(async () => ORDER),
    uploadDocument: vi.fn<ArticleClient['uploadDocument']>(async () => ({ value: ORDER })),
    searchDocuments: vi.fn<ArticleClient['searchDocuments']>(async () => ({ files: [ORDER], total: 1 })),
  };
  const changes: Partial<ArticleValues>[] = [];
  function Section() {
    const [present, setPresent] = useState<ArticleValues>({ ...EMPTY_ARTICLE, ...values });
    return (
      <JudgmentSection
        client={client}
        values={present}
        fieldErrors={fieldErrors}
        onChange={(change) => {
          changes.push(change);
          setPresent((before) => ({ ...before, ...change }));
        }}
      />
    );
  }
  render(<Section />);
  return { client, changes };
}
const chooseFile = (name: string) =>
  fireEvent.change(screen.getByLabelText('PDF of the judgment'), {
    target: { files: [new File(['%PDF-1.7'], name, { type: 'application/pdf' })] },
  });

describe('the judgment of an article', () => {
  it('has a document that is uploaded', async () => {
    const { changes, client } = open();
    chooseFile('order.pdf');
    const link = await screen.findByText('W.P. 12 of 2026.pdf');
    expect(link.getAttribute('href')).toBe('/uploads/order_0123.pdf');
    expect(link.parentElement?.textContent).toContain('412 KB');
    expect(changes).toEqual([{ judgment_document: 7 }]);
    // What was just uploaded needs no request.
    expect(client.document).not.toHaveBeenCalled();
  });

  it('says why an upload was rejected, and stays as it was', async () => {
    const { changes, client } = open();
    client.uploadDocument.mockResolvedValueOnce({
      failure: failure('order.pdf is not a valid PDF, or it is cut off'),
    });
    chooseFile('order.pdf');
    expect((await screen.findByRole('alert')).textContent).toMatch(/not a valid PDF/);
    expect(changes).toEqual([]);
  });

  it('has a document that is chosen from the library, by its name', async () => {
    const { changes, client } = open();
    await press('Choose from the library');
    await type('Search by name', '12 of 2026');
    fireEvent.click(await screen.findByText('W.P. 12 of 2026.pdf'));
    expect(changes).toEqual([{ judgment_document: 7 }]);
    await vi.waitFor(() =>
      expect(client.searchDocuments.mock.calls.map(([text]) => text)).toContain('12 of 2026'),
    );
  });

  it('shows the document that it has, and what the service says of it', async () => {
    const { changes } = open({ judgment_document: 7 }, { judgment_document: 'must be a PDF document' });
    expect((await screen.findByText('W.P. 12 of 2026.pdf')).tagName).toBe('A');
    expect(screen.getByRole('alert').textContent).toBe('must be a PDF document');
    await press('Remove the PDF');
    expect(changes).toEqual([{ judgment_document: null }]);
    expect(screen.queryByText('W.P. 12 of 2026.pdf')).toBeNull();
  });

  it('has court, bench and day, with the names of courts to choose from', async () => {
    const { changes } = open();
    await type('Court', 'Bombay High Court');
    await type('Bench', 'Justice A. Rao');
    fireEvent.change(screen.getByLabelText('Decided on'), { target: { value: '2026-03-31' } });
    expect(changes.at(-1)).toEqual({ judgment_decided_on: '2026-03-31' });
    expect(Object.assign({}, ...changes)).toMatchObject({
      judgment_court: 'Bombay High Court',
      judgment_bench: 'Justice A. Rao',
    });
    const offered = Array.from(document.querySelectorAll('datalist option'), (one) => one.textContent);
    expect(offered).toEqual(expect.arrayContaining(['Supreme Court of India', 'Bombay High Court']));
  });
});
