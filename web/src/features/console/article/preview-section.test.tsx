// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ListedPreviewLink } from '@vidhi/contracts/edit-history.ts';
import { stubDialogs } from '../../../testing/dialogs.ts';
import { leavePage, press, type } from '../../../testing/show-page.tsx';
import { PreviewSection } from './preview-section.tsx';

beforeEach(stubDialogs);
afterEach(leavePage);

const URL_OF_LINK = 'https://news.example.in/preview/abc';
const LINK: ListedPreviewLink = {
  id: 'f1',
  label: 'Counsel',
  by: { id: 10, name: 'Meena Rao' },
  created_at: '2026-11-28T10:00:00.000Z',
  expires_at: '2026-12-01T10:00:00.000Z',
  opened_at: null,
};
const failure = (message: string) =>
  ({ status: 409, problem: { status: 409, code: '', message, fields: {} } }) as never;

function open(props: Partial<Parameters<typeof PreviewSection>[0]> = {}) {
  let links: readonly ListedPreviewLink[] = [LINK];
  const client = {
    previews: vi.fn(async () => links),
    sharePreview: vi.fn(async (): Promise<never> => ({ url: URL_OF_LINK }) as never),
    endPreview: vi.fn(async () => {
      links = [];
      return true;
    }),
  };
  const onSave = vi.fn(async () => true);
  render(<PreviewSection client={client} id={41} mayShare onSave={onSave} {...props} />);
  return { client, onSave };
}

describe('the previews of an article', () => {
  it('are listed with for whom, until when, by whom, and whether they were opened', async () => {
    open();
    const row = await screen.findByText('Counsel');
    expect(row.parentElement?.textContent).toBe(
      'CounselUntil 1 Dec 2026, 3:30 pm, by Meena RaoNot opened yet',
    );
  });

  it('are made from what is typed, and their address is shown once', async () => {
    const { client, onSave } = open();
    await press('Share preview');
    await type('For whom', 'Counsel');
    fireEvent.change(screen.getByLabelText('Works for'), { target: { value: '24' } });
    await press('Make a link');
    const field = await screen.findByLabelText<HTMLInputElement>('Address of the preview');
    expect(field.value).toBe(URL_OF_LINK);
    expect(onSave).toHaveBeenCalledBefore(client.sharePreview);
    expect(client.sharePreview.mock.calls).toEqual([[41, { hours: 24, label: 'Counsel' }]]);
    expect(client.previews).toHaveBeenCalledTimes(2);
    await press('Done');
    expect(screen.queryByLabelText('Address of the preview')).toBeNull();
  });

  it('are not made of a text that cannot be saved', async () => {
    const { client } = open({ onSave: async () => false });
    await press('Share preview');
    await press('Make a link');
    await screen.findByText('The article cannot be saved, so there is no link yet');
    expect(client.sharePreview).not.toHaveBeenCalled();
  });

  it('say why there is none', async () => {
    const { client } = open();
    client.sharePreview.mockResolvedValue({ failure: failure('Under embargo') } as never);
    await press('Share preview');
    await press('Make a link');
    expect(await screen.findByText('Under embargo')).toBeTruthy();
  });

  it('end when somebody ends them', async () => {
    const { client } = open();
    await press('End the link: Counsel');
    await vi.waitFor(() => expect(screen.queryByText('Counsel')).toBeNull());
    expect(client.endPreview.mock.calls).toEqual([[41, 'f1']]);
    expect(document.activeElement?.textContent).toBe('Preview');
  });

  it('can be copied by hand where the browser does not', async () => {
    open();
    await press('Share preview');
    await press('Make a link');
    await screen.findByLabelText('Address of the preview');
    await press('Copy');
    expect(await screen.findByText('Please copy the selected address yourself')).toBeTruthy();
  });

  it('are only listed to somebody who may not change the article', async () => {
    open({ mayShare: false });
    await screen.findByText('Counsel');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
