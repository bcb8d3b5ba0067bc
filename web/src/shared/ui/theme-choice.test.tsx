// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ThemeChoice } from './theme-choice.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

describe('ThemeChoice', () => {
  it('marks the saved colours and saves a choice', () => {
    render(<ThemeChoice />);
    const chosen = () => screen.getByRole('button', { pressed: true }).textContent?.trim();
    expect(chosen()).toBe('Same as device');
    fireEvent.click(screen.getByRole('button', { name: 'Dark' }));
    expect([chosen(), document.documentElement.dataset['theme']]).toEqual(['Dark', 'dark']);
  });
});
