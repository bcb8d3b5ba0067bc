import { expect, it } from 'vitest';
import { readLayout, renderMail } from './render-mail.ts';

it.each([
  [2012, 2024, '© 2012–2024 Bihar Law'],
  [2026, 2026, '© 2026 Bihar Law'],
  // The last year is that of the installation where the owner of a young site has set only the first.
  [2026, 2024, '© 2026 Bihar Law'],
])('a mail of a site of %i, with %i as its last year, has %s', (footerFrom, footerTo, expected) => {
  const site = { name: 'Bihar Law', url: 'https://bihar.example', footerFrom, footerTo };
  const { text } = renderMail(readLayout(), { subject: 'Hello', blocks: [] }, site);
  expect(text).toContain(expected);
});
