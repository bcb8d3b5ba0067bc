import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Writes } from '../kit/define-resource.ts';
import { adResource, adState } from './ad-resource.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the list of advertisements', () => {
  it('finds the advertisements of each state that it shows', () => {
    const filter = adResource.filters.find(({ key }) => key === 'state');
    const labels = filter?.kind === 'choice' ? filter.choices.map(({ label }) => label) : [];
    const start = new Date(2026, 10, 20).toISOString();
    const end = new Date(2026, 10, 21).toISOString();
    const states = [19, 20, 21].map((day) =>
      adState({ id: 1, starts_at: start, ends_at: end }, new Date(2026, 10, day).getTime()),
    );
    expect(states.toSorted()).toEqual(labels.toSorted());
    const query = (state: string): string[] => {
      const conditions = filter?.toConditions(state) ?? [];
      const url = adResource.api.source.list({ q: 'robes', conditions, sort: '', page: 1, size: 25 });
      return [...new URLSearchParams(String(url)).keys()].filter((name) => name.startsWith('filters'));
    };
    const search = (at: number): string[] =>
      ['title', 'link'].map((name, index) => `filters[$and][${at}][$or][${index}][${name}][$search]`);
    expect(query('running')).toEqual([
      'filters[$and][0][$or][0][starts_at][$null]',
      'filters[$and][0][$or][1][starts_at][$lte]',
      'filters[$and][1][$or][0][ends_at][$null]',
      'filters[$and][1][$or][1][ends_at][$gt]',
      ...search(2),
    ]);
    expect(query('planned')).toEqual(['filters[$and][0][starts_at][$gt]', ...search(1)]);
    expect(query('ended')).toEqual(['filters[$and][0][ends_at][$lte]', ...search(1)]);
  });
});

describe('the preview of an advertisement', () => {
  const preview = adResource.actions.find(({ key }) => key === 'preview');
  const send = vi.fn(async () => ({ data: { data: { url: '/preview/ads/1' } } }));
  const run = async () => preview?.run({ id: 1 }, { send } as unknown as Writes);

  it('says that the browser has blocked it, and makes no link', async () => {
    vi.stubGlobal('window', { open: () => null });
    expect(await run()).toMatchObject({
      error: {
        message: 'Your browser has blocked the preview. Allow pop-ups for this site, then try again.',
      },
    });
    expect(send).not.toHaveBeenCalled();
  });

  it('leads its page to the advertisement', async () => {
    const page = { opener: {}, location: { href: '' } };
    vi.stubGlobal('window', { open: () => page });
    expect(await run()).toEqual({});
    expect(page).toEqual({ opener: null, location: { href: '/preview/ads/1#advertisement' } });
  });
});
