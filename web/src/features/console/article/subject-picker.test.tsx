// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leavePage } from '../../../testing/show-page.tsx';
import type { ArticleClient } from './article-client.ts';
import type { Subject } from './article-values.ts';
import { SubjectPicker } from './subject-picker.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  leavePage();
});

const subject = (id: number, name: string): Subject => ({ id, name, slug: name.toLowerCase() });
const ALL = [subject(1, 'Arbitration'), subject(2, 'Courts'), subject(3, 'Tax')];

/** A picker whose searches are answered by hand. */
function aPicker(kind: 'categories' | 'tags') {
  const searches = new Map<string, PromiseWithResolvers<Subject[]>>();
  const chosen = vi.fn<(ids: readonly number[]) => void>();
  const client = {
    subjectsById: async () => [],
    searchSubjects: (_kind: string, q: string) => {
      const search = Promise.withResolvers<Subject[]>();
      searches.set(q, search);
      return search.promise;
    },
  } as unknown as ArticleClient;
  render(
    <SubjectPicker kind={kind} label="Subjects" client={client} chosen={[]} known={[]} onChange={chosen} />,
  );
  const box = screen.getByRole('combobox');
  const respond = (q: string, found: Subject[]): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      searches.get(q)?.resolve(found);
      await vi.advanceTimersByTimeAsync(0);
    });
  const typeText = (value: string): void => void fireEvent.change(box, { target: { value } });
  return { box, chosen, respond, typeText };
}

describe('a picker of categories or tags', () => {
  it('takes what was typed, also before the response to the last letters', async () => {
    const { box, chosen, respond, typeText } = aPicker('categories');
    fireEvent.focus(box);
    await respond('', ALL);
    typeText('courts');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(chosen).toHaveBeenCalledWith([2]);
  });

  it('offers a new tag when it is known that there is none of the name', async () => {
    const { box, respond, typeText } = aPicker('tags');
    fireEvent.focus(box);
    await respond('', ALL);
    typeText('bail');
    expect(screen.queryAllByRole('option')).toHaveLength(0);
    await respond('bail', []);
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});
