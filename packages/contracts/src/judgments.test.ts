import { describe, expect, it } from 'vitest';
import { judgmentHtml, judgmentOf, sizeText } from './judgments.ts';

const DOCUMENT = { url: '/uploads/order_0123.pdf', size: 411.6 };
const ATTRIBUTES = {
  judgment_court: 'Supreme Court of India',
  judgment_bench: 'Justice A. Rao, Justice B. Iyer',
  judgment_decided_on: '2026-03-31',
};

describe('the judgment of an article', () => {
  it('is what its attributes say, with the address of its document', () => {
    expect(judgmentOf(ATTRIBUTES, DOCUMENT)).toEqual({
      url: '/uploads/order_0123.pdf',
      size: 411.6,
      court: 'Supreme Court of India',
      bench: 'Justice A. Rao, Justice B. Iyer',
      decidedOn: '2026-03-31',
    });
    expect(judgmentOf({}, { url: '/uploads/a.pdf' })).toMatchObject({
      size: null,
      court: null,
      decidedOn: null,
    });
  });

  it.each([
    ['no document', undefined],
    ['a document that was removed', null],
    ['a picture', { url: '/uploads/court.png' }],
    ['an address of script', { url: 'javascript:alert(1)//.pdf' }],
    ['another host', { url: 'https://x.example/uploads/a.pdf' }],
    ['another path', { url: '/uploads/../api/x.pdf' }],
  ])('is missing with %s', (_what, document) => {
    expect(judgmentOf(ATTRIBUTES, document)).toBeNull();
  });

  it('is offered in English and in Hindi', () => {
    const judgment = judgmentOf(ATTRIBUTES, DOCUMENT);
    if (judgment === null) throw new Error('no judgment');
    expect(judgmentHtml(judgment, { language: 'en' })).toBe(
      '<hr><p><a href="/uploads/order_0123.pdf" type="application/pdf"><strong>Read the order (PDF)</strong></a>' +
        '<br>Supreme Court of India · Justice A. Rao, Justice B. Iyer · Decided on 31 March 2026 · 412 KB</p>',
    );
    expect(judgmentHtml(judgment, { language: 'hi' })).toContain('आदेश पढ़ें (PDF)</strong></a><br>');
    expect(judgmentHtml(judgment, { language: 'hi' })).toContain('31 मार्च 2026 को निर्णय');
  });

  it('is offered without facts that nobody wrote, and with none of their markup', () => {
    const bare = judgmentOf({ judgment_decided_on: 'yesterday' }, { url: '/uploads/a.pdf' });
    const odd = judgmentOf({ judgment_court: '<img src=x onerror=alert(1)>' }, DOCUMENT);
    if (bare === null || odd === null) throw new Error('no judgment');
    expect(judgmentHtml(bare, { language: 'en' })).toMatch(/<\/a><\/p>$/);
    expect(judgmentHtml(odd, { language: 'en' })).toContain('<br>&lt;img src=x onerror=alert(1)&gt; · ');
  });

  it.each([
    [0.2, '1 KB'],
    [999, '999 KB'],
    [2_449, '2.4 MB'],
  ])('has a size in words: %d', (kilobytes, text) => {
    expect(sizeText(kilobytes)).toBe(text);
  });
});
