import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '#shared/site/site.ts';
import { articleHead } from './article-head.ts';
import { toArticle } from './article.ts';
import { aPost } from '../../testing/fake-api.ts';

const SITE: SiteConfig = {
  name: 'Vidhi',
  description: 'Legal news',
  tagline: 'News',
  computedReadTime: false,
  profilesNoindex: false,
  publicUrl: 'https://news.example.in',
  frameHosts: [],
};

describe('the head of an article', () => {
  const headOf = (values: object) => {
    const article = toArticle(aPost(1, { title: 'Bail granted', content: '<p>The court.</p>', ...values }));
    return article === null ? null : articleHead(article, SITE);
  };

  it('has the title and the description that editors wrote for search engines', () => {
    const head = headOf({ seo_title: 'Bail in POCSO cases', seo_description: 'What the court said.' });
    expect(head?.title).toContain('Bail in POCSO cases');
    expect(head?.description).toBe('What the court said.');
    expect(JSON.stringify(head?.jsonLd)).toContain('"headline":"Bail granted"');
  });

  it('has those of the article where they wrote none', () => {
    for (const head of [headOf({}), headOf({ seo_title: '', seo_description: '' })]) {
      expect(head?.title).toContain('Bail granted');
      expect(head?.description).toBe('The court.');
    }
  });
});
