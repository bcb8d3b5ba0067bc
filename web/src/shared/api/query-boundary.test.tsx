// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from './problem.ts';
import { QueryBoundary } from './query-boundary.tsx';

afterEach(cleanup);

function show(state: { currentData?: string | null; error?: unknown }) {
  const refetch = vi.fn();
  render(
    <MemoryRouter>
      <QueryBoundary query={{ ...state, refetch }}>{(data: string) => <p>{data}</p>}</QueryBoundary>
    </MemoryRouter>,
  );
  return refetch;
}
const headingText = () => screen.getByRole('heading').textContent;

describe('the boundary of a query', () => {
  it('shows the data, also while a later request has failed', () => {
    show({ currentData: 'An order', error: problemOf(500, null) });
    expect(screen.getByText('An order')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a skeleton while there is neither data nor error', () => {
    show({});
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  });

  it.each([
    ['data that is null', { currentData: null }, 'Page not found'],
    ['404', { error: problemOf(404, null) }, 'Page not found'],
    ['401', { error: problemOf(401, null) }, 'You cannot open this page'],
    ['403', { error: problemOf(403, null) }, 'You cannot open this page'],
  ])('shows the screen of %s', (_name, state, heading) => {
    show(state);
    expect(headingText()).toBe(heading);
  });

  it.each([0, 500, 503])('offers to repeat a request that failed with %i', (status) => {
    const refetch = show({ error: problemOf(status, null) });
    expect(headingText()).toBe('This part cannot be shown just now');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });
});
