import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { trustedPolicy } from './trusted-types.ts';

const src = join(import.meta.dirname, '../..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/(?:\.test|-builder)\.tsx?$|\.d\.ts$/.test(name))
  .map((name) => ({ name: relative(src, join(src, name)), text: readFileSync(join(src, name), 'utf8') }));
const filesWith = (pattern: RegExp): string[] =>
  sources.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).toSorted();

afterEach(() => vi.unstubAllGlobals());

describe('trustedPolicy', () => {
  it('returns the policy of the browser', () => {
    const createPolicy = vi.fn(() => ({ createHTML: () => 'trusted' }));
    vi.stubGlobal('trustedTypes', { createPolicy });
    const rules = { createHTML: (html: string) => html };
    expect(trustedPolicy('a-name', rules).createHTML('x')).toBe('trusted');
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('a-name', rules);
  });

  it('returns the rules where the browser has no Trusted Types', () => {
    expect(trustedPolicy('a-name', { createHTML: (html) => `${html}!` }).createHTML('x')).toBe('x!');
  });
});

// Each further place is one more by which a string can become HTML or a script.
describe('the sources', () => {
  it('show stored HTML in one component, and the markup of fragments on the server only', () => {
    expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
      'shared/ui/cached-fragment.tsx',
      'shared/ui/stored-html.tsx',
    ]);
  });

  it('create policies in few modules', () => {
    expect(filesWith(/trustedPolicy\(/)).toEqual([
      'app/analytics/load-analytics.ts',
      'features/news/offline-copies.ts',
      'shared/head/json-script.ts',
      'shared/payment/checkout-trust.ts',
      'shared/ui/stored-html.tsx',
    ]);
  });

  it('assign no HTML to elements of the page', () => {
    expect(
      filesWith(
        /\.(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|createContextualFragment|srcdoc\s*=|document\.write/i,
      ),
    ).toEqual([]);
  });

  it('have no text area that antd measures, by a style attribute that the policy blocks', () => {
    expect(filesWith(/\bautoSize\b/)).toEqual([]);
  });

  it('add scripts in few modules: two by an address of their policy, and one of speculation rules', () => {
    expect(filesWith(/createElement\('script'\)/)).toEqual([
      'app/analytics/load-analytics.ts',
      'features/catalog/item/prepare-cart.ts',
      'shared/payment/checkout-script.ts',
    ]);
  });
});
