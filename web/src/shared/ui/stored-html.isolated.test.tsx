// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { StoredHtml } from './stored-html.tsx';

// A policy whose results are objects of their own, as the browser's are.
vi.hoisted(() => {
  const createPolicy = () => ({ createHTML: (html: string) => ({ toString: () => html }) });
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
});

it('keeps the elements when it renders the same text again, and replaces them with another', () => {
  const { container, rerender } = render(<StoredHtml html="<p>One</p>" className="prose" />);
  const paragraph = container.querySelector('.prose > p');
  expect(paragraph?.textContent).toBe('One');
  rerender(<StoredHtml html="<p>One</p>" className="wide" />);
  expect(container.querySelector('.wide > p')).toBe(paragraph);
  rerender(<StoredHtml html="<p>Two</p>" className="wide" />);
  expect(container.querySelector('p')?.textContent).toBe('Two');
});
