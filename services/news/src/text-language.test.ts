import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterEach, describe, expect, it } from 'vitest';
import { aNewsApp, aPost, type TestApp } from './app-builder.ts';

interface Case {
  id: string;
  title: string;
  content: string;
  language?: string;
  wanted: string;
}

const { cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../packages/contracts/src/text-language-cases.json'), 'utf8'),
) as { cases: Case[] };

let made: TestApp;
afterEach(async () => made.app.close());
const parser = new XMLParser({ ignoreAttributes: false });

describe('the language of a post', () => {
  it.each(cases)(
    'is the same in feeds and in the news sitemap: $id',
    async ({ title, content, language, wanted }) => {
      const publish_date = new Date().toISOString();
      const post = aPost(1, {
        title,
        content,
        publish_date,
        ...(language === undefined ? {} : { language }),
      });
      made = await aNewsApp({ documents: { post: [post] } });
      const read = async (url: string) => (await made.app.inject(url)).body;
      const sitemap = parser.parse(await read('/news-sitemap.xml'));
      expect(sitemap.urlset.url['news:news']['news:publication']['news:language']).toBe(wanted);
      const stated = wanted === 'en' ? undefined : wanted;
      expect(parser.parse(await read('/feed.xml')).rss.channel.item['dc:language']).toBe(stated);
      expect(parser.parse(await read('/atom.xml')).feed.entry['@_xml:lang']).toBe(stated);
      expect(JSON.parse(await read('/feed.json')).items[0].language).toBe(stated);
    },
  );

  it('is in responses only where the post names one', async () => {
    made = await aNewsApp({ documents: { post: [aPost(1), aPost(2, { language: 'mr' })] } });
    const { data } = (await made.app.inject('/api/posts?sort=id')).json<{ data: { attributes: object }[] }>();
    expect('language' in (data[0]?.attributes ?? {})).toBe(false);
    expect(data[1]?.attributes).toMatchObject({ language: 'mr' });
    const fields = (await made.app.inject('/api/posts?sort=id&fields=language')).json();
    expect(fields.data).toEqual([
      { id: 1, attributes: {} },
      { id: 2, attributes: { language: 'mr' } },
    ]);
    expect((await made.app.inject('/api/posts?_q=mr')).json().data).toEqual([]);
  });
});
