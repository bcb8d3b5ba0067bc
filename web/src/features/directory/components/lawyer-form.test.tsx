// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Directory } from '../directory.ts';
import { LawyerForm } from './lawyer-form.tsx';

afterEach(cleanup);

const directory: Directory = {
  practices: [{ id: 5, name: 'Tax', slug: 'tax', count: 2 }],
  states: [{ id: 3, name: 'Kerala', count: 2 }],
  cities: [
    { id: 8, name: 'Kochi', count: 1, state: 3 },
    { id: 9, name: 'Leh', count: 1, state: null },
  ],
};

describe('the form of Find a Lawyer', () => {
  it('requests the list of lawyers by practice and place', () => {
    render(<LawyerForm directory={directory} />);
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Find a lawyer' });
    expect([new URL(form.action).pathname, form.method]).toEqual(['/catalogs/lawyers', 'get']);
    const options = screen.getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, textContent }) => `${value} ${textContent}`)).toEqual([
      ' Any',
      '5 Tax',
      ' All of India',
      'state-3 All of Kerala',
      'city-8 Kochi',
      'city-9 Leh',
    ]);
  });
  it('is left out when no lawyer is listed', () => {
    const { container } = render(<LawyerForm directory={{ practices: [], states: [], cities: [] }} />);
    expect(container.innerHTML).toBe('');
  });
});
