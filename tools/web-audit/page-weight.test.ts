import { expect, it } from 'vitest';
import { wordsIn } from './page-weight.ts';

it('counts only the words of the main element, in any script', () => {
  const html =
    '<p>Menu</p><main id="x"><h1>Two <b>words</b></h1><style>p{}</style> – जमानत नियम</main><p>Foot</p>';
  expect(wordsIn(html)).toBe(4);
});

it('finds no word in a shell', () => {
  expect(wordsIn('<div id="root"><noscript>Please reload</noscript></div>')).toBe(0);
});
