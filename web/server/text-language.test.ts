import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aPost } from '../src/testing/fake-api.ts';
import { jsonLdOf } from '../src/testing/json-ld-of.ts';
import { requestPage } from './page-request-builder.ts';

interface Case {
  id: string;
  title: string;
  content: string;
  language?: string;
  wanted: string;
}

const { cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/contracts/src/text-language-cases.json'), 'utf8'),
) as { cases: Case[] };

const pageOf = async (values: Parameters<typeof aPost>[1]): Promise<string> =>
  (await requestPage('/gst/report-1', { posts: [1, 2, 3].map((id) => aPost(id, values)) })).body.replaceAll(
    '<!-- -->',
    '',
  );
/** The attributes of the element of the article: the one around its main heading. */
const articleTag = (body: string): string =>
  /<article([^>]*)>(?:(?!<article)[\s\S])*?<h1/.exec(body)?.[1] ?? '';

describe('the page of an article', () => {
  it.each(cases)('states the language of $id', async ({ title, content, language, wanted }) => {
    const body = await pageOf({ title, content, ...(language === undefined ? {} : { language }) });
    const isEnglish = wanted === 'en';
    expect(/ lang="([^"]*)"/.exec(articleTag(body))?.[1]).toBe(isEnglish ? undefined : wanted);
    expect(articleTag(body).includes('dir="rtl"')).toBe(wanted === 'ur');
    expect(jsonLdOf(body)[0]).toMatchObject({ inLanguage: isEnglish ? 'en-IN' : wanted });
  });

  it('has a frame in Hindi around a text in Hindi', async () => {
    const user = { data: { id: 2, attributes: { first_name: 'Arvind', last_name: 'Rao' } } };
    const hindi = await pageOf({
      title: 'ज़मानत पर नया फैसला',
      content: '<p>उच्चतम न्यायालय ने आज कहा।</p>',
      user,
    });
    for (const text of ['लेखक: <a', 'प्रकाशित: <time', 'नवंबर 2026', '2 मिनट में पढ़ें', 'संबंधित ख़बरें'])
      expect(hindi).toContain(text);
    for (const text of ['By <a', 'Published on', 'min read', 'Related news'])
      expect(hindi).not.toContain(text);
    const english = await pageOf({ user });
    for (const text of ['By <a', 'Published on <time', '2 min read', 'Related news'])
      expect(english).toContain(text);
  });

  it('has the day of the publication where a post has no publish_date', async () => {
    const body = await pageOf({ publish_date: null, publishedAt: '2026-11-17T10:00:00.000Z' });
    expect(body).toContain('<time dateTime="2026-11-17T10:00:00.000Z">17 Nov 2026</time>');
    const list = await requestPage('/search', {
      posts: [aPost(1, { publish_date: null, publishedAt: '2026-11-17T10:00:00.000Z' })],
    });
    expect(list.body).toContain('17 Nov 2026');
  });
});
