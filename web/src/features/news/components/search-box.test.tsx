// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiStore } from '../../../testing/api-store.ts';
import { saveSearch, readSearches } from '../recent-searches.ts';
import { SearchBox } from './search-box.tsx';

const Where = () => {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
};

let calls: string[];
beforeEach(() => {
  calls = [];
  localStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    calls.push(request.url.replace(/.*\/api/, ''));
    return Response.json({
      data: {
        posts: [{ id: 1, label: 'Bail granted', slug: 'bail-granted' }],
        categories: [{ id: 3, label: 'Bail and custody', slug: 'custody' }],
        tags: [],
      },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function type(text: string): Promise<HTMLElement> {
  render(
    <Provider store={apiStore()}>
      <MemoryRouter>
        <SearchBox id="box" />
        <Where />
      </MemoryRouter>
    </Provider>,
  );
  const field = screen.getByLabelText('Search News');
  fireEvent.focus(field);
  await waitFor(() => expect(field.getAttribute('role')).toBe('combobox'));
  fireEvent.input(field, { target: { value: text } });
  return field;
}

describe('the search box', () => {
  it('shows grouped suggestions and navigates to the one chosen by keyboard', async () => {
    const field = await type('bail');
    await screen.findByRole('group', { name: 'News' });
    expect(field.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const second = screen.getByRole('option', { name: 'Bail and custody' });
    expect(second.getAttribute('aria-selected')).toBe('true');
    expect(field.getAttribute('aria-activedescendant')).toBe(second.id);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByText('at /news/custody')).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(calls).toEqual(['/suggest?q=bail']);
  });
  it('does not change the list while it is used by keyboard', async () => {
    const field = await type('bail');
    await screen.findByRole('listbox');
    vi.useFakeTimers();
    fireEvent.input(field, { target: { value: 'bail g' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    act(() => vi.runAllTimers());
    expect(screen.getByRole('option', { name: 'Bail granted' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByText('at /bail-granted')).toBeTruthy();
    expect(calls).toEqual(['/suggest?q=bail']);
  });
  it('closes on Escape and opens for another text', async () => {
    const field = await type('bail');
    await screen.findByRole('listbox');
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.getAttribute('aria-expanded')).toBe('false');
    fireEvent.input(field, { target: { value: 'bai' } });
    await screen.findByRole('listbox');
    expect(field.getAttribute('aria-expanded')).toBe('true');
  });
  it('stays closed after Escape although an update was pending', async () => {
    const field = await type('bail');
    await screen.findByRole('listbox');
    vi.useFakeTimers();
    fireEvent.input(field, { target: { value: 'bail g' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    await act(() => vi.runAllTimersAsync());
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(calls).toEqual(['/suggest?q=bail']);
  });
  it('is a plain field without the focus', async () => {
    const field = await type('bail');
    await screen.findByRole('listbox');
    fireEvent.blur(field);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field.hasAttribute('role')).toBe(false);
  });
  it('searches for the typed text when no suggestion is active', async () => {
    const field = await type('bail');
    await screen.findByRole('listbox');
    const form = field.closest('form');
    if (form === null) throw new Error('no form');
    fireEvent.submit(form);
    expect(screen.getByText('at /search?q=bail')).toBeTruthy();
  });
});

describe('the empty search box', () => {
  it('shows the recent searches, newest first', async () => {
    saveSearch('bail');
    saveSearch('input credit');
    const field = await type('');
    const names = (await screen.findAllByRole('option')).map((option) => option.getAttribute('href'));
    expect(names).toEqual(['/search?q=input+credit', '/search?q=bail']);
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByText('at /search?q=bail')).toBeTruthy();
    expect(calls).toEqual([]);
  });
  it('removes one by Delete or its cross, and all by the button', async () => {
    for (const text of ['one', 'two', 'three', 'four']) saveSearch(text);
    const field = await type('');
    await screen.findByRole('listbox');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Delete' });
    expect(readSearches()).toEqual(['three', 'two', 'one']);
    expect(screen.getByRole('option', { name: 'three' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(within(screen.getByRole('option', { name: 'two' })).getByText('×'));
    expect(readSearches()).toEqual(['three', 'one']);
    fireEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }));
    expect(readSearches()).toEqual([]);
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  it('saves a search', async () => {
    const field = await type('bail');
    const form = field.closest('form');
    if (form === null) throw new Error('no form');
    fireEvent.submit(form);
    await waitFor(() => expect(readSearches()).toEqual(['bail']));
  });
});
