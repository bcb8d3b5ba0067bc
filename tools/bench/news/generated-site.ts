import { createPicture, capital, createScript, slugOf, type GeneratedDocument } from '../generated-parts.ts';

const CATEGORIES = [
  'Supreme Court',
  'High Courts',
  'Direct Tax',
  'Indirect Tax',
  'GST',
  'Customs',
  'Company Law',
  'Insolvency',
  'Arbitration',
  'Criminal Law',
  'Family Law',
  'Intellectual Property',
  'Labour Law',
  'Consumer Law',
  'Environment',
  'Banking',
  'Securities',
  'Real Estate',
  'Cyber Law',
  'Events',
];
const TAGS = 120;
const USERS = 30;
const PICTURES = 400;

/**
 * Generates a site of any size deterministically: 20 categories in two levels, 120 tags, 400 pictures, and
 * posts of four
 * to eleven paragraphs with one or two categories and one to four tags. Yields documents one by one, so that
 * memory does not depend on the size.
 */
export function* generatedSite(posts: number, seed = 7): Generator<GeneratedDocument> {
  const { roll, word, words, some, at, times } = createScript(seed);

  for (let id = 1; id <= USERS; id += 1)
    yield { collection: 'user', document: { id, first_name: capital(word()), last_name: capital(word()) } };
  for (let id = 1; id <= PICTURES; id += 1) yield { collection: 'file', document: createPicture(id) };
  for (const [index, name] of CATEGORIES.entries()) {
    yield {
      collection: 'category',
      document: {
        id: index + 1,
        name,
        title: name,
        slug: slugOf(name),
        description: words(12),
        keywords: words(4),
        heading_title: name,
        show_nav: index % 3 !== 2,
        show_order: (index * 7) % 20,
        parent_category: index === 4 || index === 5 ? 4 : null,
        ...times(index),
      },
    };
  }
  for (let id = 1; id <= TAGS; id += 1) {
    const name = `${capital(word())} ${capital(word())} ${id}`;
    yield { collection: 'tag', document: { id, name, slug: slugOf(name), ...times(id) } };
  }
  for (let id = 1; id <= posts; id += 1) {
    const title = `${capital(words(6 + roll(6)))} ${id}`;
    yield {
      collection: 'post',
      document: {
        id,
        title,
        slug: slugOf(title),
        content: Array.from({ length: 4 + roll(8) }, () => `<p>${capital(words(40 + roll(40)))}.</p>`).join(
          '\n',
        ),
        image: id % 5 === 0 ? null : 1 + (id % PICTURES),
        youtube: id % 10 === 0 ? 'dQw4w9WgXcQ' : null,
        publish_date: at(id),
        views_count: roll(5_000),
        trending: id % 17 === 0,
        newstags: words(3),
        user: 1 + roll(USERS),
        tags: some(TAGS, 4),
        categories: some(CATEGORIES.length, 2),
        ...times(id),
        publishedAt: at(id),
      },
    };
  }
}
