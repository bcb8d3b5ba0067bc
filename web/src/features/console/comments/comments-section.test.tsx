// @vitest-environment jsdom
import type { CommentThread } from '@vidhi/contracts/comments.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommentsSection } from './comments-section.tsx';

afterEach(cleanup);

const thread = (values: Partial<CommentThread> = {}): CommentThread => ({
  id: 'a',
  by: { id: 2, name: 'Arvind Nair' },
  at: '2026-11-29T08:50:00.000Z',
  text: 'Which bench?',
  mentions: [],
  is_removed: false,
  quote: null,
  block: null,
  resolved: null,
  replies: [],
  ...values,
});

function show(threads: readonly CommentThread[], props: Partial<Parameters<typeof CommentsSection>[0]> = {}) {
  const client = {
    comments: vi.fn(async () => ({ threads })),
    addComment: vi.fn(async () => ({ threads: [thread({ text: 'Stored' })] })),
    resolveComment: vi.fn(async () => ({ threads: [] })),
    removeComment: vi.fn(async () => ({ threads: [] })),
    colleagues: async () => [{ id: 1, name: 'Meena Rao', desks: [] }],
  };
  render(
    <CommentsSection
      client={client}
      id={41}
      user={1}
      isAdministrator={false}
      selectedPassage={() => ({ quote: 'the High Court', block: 3 })}
      onReveal={() => true}
      {...props}
    />,
  );
  return client;
}

describe('the comments of an article', () => {
  it('are written with a mention, by keyboard, on the selected passage', async () => {
    const client = show([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Comment on the selected passage' }));
    const field = screen.getByLabelText('Comment on this passage');
    fireEvent.change(field, { target: { value: 'Ask @mee' } });
    await screen.findByRole('option', { name: 'Meena Rao' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByDisplayValue('Ask @Meena Rao')).toBeDefined();
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    await screen.findByText('Stored');
    expect(client.addComment).toHaveBeenCalledWith(41, {
      text: 'Ask @Meena Rao ',
      mentions: [1],
      quote: 'the High Court',
      block: 3,
      parent: null,
    });
  });

  it('stay with their passage when the text has it no more', async () => {
    show([thread({ quote: 'the High Court', block: 3 })], { onReveal: () => false });
    fireEvent.click(await screen.findByRole('button', { name: 'the High Court' }));
    expect(screen.getByText('The text does not have this passage any more.')).toBeDefined();
  });

  it('are resolved, and removed by who wrote them alone', async () => {
    const client = show([thread()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }));
    expect(client.resolveComment).toHaveBeenCalledWith(41, 'a', true);
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('say when they cannot be loaded', async () => {
    const failure = { status: 503, problem: { message: 'no' } } as never;
    const client = show([]);
    cleanup();
    client.comments.mockResolvedValue({ failure } as never);
    render(
      <CommentsSection
        client={client}
        id={41}
        user={1}
        isAdministrator={false}
        selectedPassage={() => null}
        onReveal={() => true}
      />,
    );
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  });
});
