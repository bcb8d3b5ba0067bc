// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MarkedText } from './marked-text.tsx';

afterEach(cleanup);

const marksOf = (text: string, search: string | undefined) => {
  const { container } = render(<MarkedText text={text} search={search} />);
  return {
    text: container.textContent,
    marks: [...container.querySelectorAll('mark')].map((mark) => mark.textContent),
  };
};

describe('MarkedText', () => {
  it('marks every occurrence, ignoring case', () => {
    const text = 'Court of courts';
    expect(marksOf(text, ' court ')).toEqual({ text, marks: ['Court', 'court'] });
  });
  it('marks each word of a phrase, whatever their order and distance', () => {
    expect(marksOf('Bail: the High Court reads bail orders', 'court  bail').marks).toEqual([
      'Bail',
      'Court',
      'bail',
    ]);
  });
  it('marks the longest of several words that begin alike', () => {
    expect(marksOf('Taxation', 'tax taxation').marks).toEqual(['Taxation']);
  });
  it('escapes characters of regular expressions', () => {
    expect(marksOf('What (now)? What.', '(now)?').marks).toEqual(['(now)?']);
  });
  it.each([undefined, '', '  '])('marks nothing for %j', (search) => {
    expect(marksOf('Bail', search)).toEqual({ text: 'Bail', marks: [] });
  });
});
