import { describe, expect, it } from 'vitest';
import { filledTemplate, NO_FACTS, type PageFacts } from './filled-template.ts';
import { PAGE_TEMPLATES } from './page-templates.ts';

const FACTS: PageFacts = {
  site: 'Law & Order',
  publisher: 'Nyaya Press <LLP>',
  seller: 'Nyaya Books',
  publisherAddress: '1 Court Road, Kochi',
  orderEmail: 'books@nyaya.example',
  returnDays: '10',
};
const textOf = (wanted: string, facts = FACTS): string =>
  filledTemplate(PAGE_TEMPLATES.find(({ name }) => name === wanted)?.html ?? '', facts);

describe('a template', () => {
  it('names site, publisher and seller where they are known, as text', () => {
    expect(textOf('terms-of-service')).toContain(
      'you and Nyaya Press &lt;LLP&gt;, 1 Court Road, Kochi (“we”). They apply when you use Law &amp; Order.',
    );
    expect(textOf('about')).toMatch(/^<p>Law &amp; Order is published by Nyaya Press &lt;LLP&gt;, \[city\]/);
    const refunds = textOf('refund-policy');
    expect(refunds).toContain('bought from Nyaya Books on Law &amp; Order');
    expect(refunds).toContain('within 10 days of delivery');
    expect(refunds).toContain('We reply within [number of days] working days');
    expect(refunds).toContain('<p>books@nyaya.example, [telephone number and hours]</p>');
  });

  it('keeps in brackets what nobody has said', () => {
    for (const { html } of PAGE_TEMPLATES) expect(filledTemplate(html, NO_FACTS)).toBe(html);
    expect(textOf('privacy-policy', { ...FACTS, publisher: null })).toContain(
      'what [legal name of the publisher], 1 Court Road, Kochi, does',
    );
  });
});
