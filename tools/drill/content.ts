import { capital, createScript, slugOf } from '@vidhi/bench/generated-parts.ts';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import type { ImportPart } from '@vidhi/harness/own-product.ts';
import type { BasePost, NamedItem, SiteContent } from './site-truth.ts';

export interface GeneratedContent {
  content: SiteContent;
  /** In import order: targets of relations first. */
  parts: ImportPart[];
}

const CATEGORIES = ['Supreme Bench', 'High Benches', 'Direct Levies', 'Indirect Levies', 'Markets', 'Labour'];
const TAGS = 20;
const BOOKS = 60;
const LAWYERS = 40;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Generates a site with this number of posts, deterministically by seed except for dates: the newest post is
 * a day older than `now`, so that the editor's posts precede it.
 */
export function generateContent(count: number, seed: number, now: number): GeneratedContent {
  const { roll, word, words, some } = createScript(seed);
  const newest = now - DAY_MS;
  const at = (id: number): number => newest - id * MINUTE_MS;
  const stamps = (id: number) => {
    const time = new Date(at(id)).toISOString();
    return { createdAt: time, updatedAt: time };
  };
  const categories: NamedItem[] = CATEGORIES.map((name, index) => ({
    id: index + 1,
    name,
    slug: slugOf(name),
  }));
  const named = (size: number): NamedItem[] =>
    Array.from({ length: size }, (_, index) => {
      const name = `${capital(word())} ${capital(word())} ${index + 1}`;
      return { id: index + 1, name, slug: slugOf(name) };
    });
  const tags = named(TAGS);
  const books = named(BOOKS);
  const lawyers = named(LAWYERS);
  const slugsOf = (items: readonly NamedItem[], ids: readonly number[]): string[] =>
    ids.flatMap((id) => items[id - 1]?.slug ?? []);

  const posts: BasePost[] = [];
  const documents: StoredDocument[] = [];
  for (let id = 1; id <= count; id += 1) {
    const title = `${capital(words(6 + roll(6)))} ${id}`;
    const slug = slugOf(title);
    const ownCategories = some(categories.length, 2);
    const ownTags = some(TAGS, 3);
    const viewsCount = roll(5_000);
    posts.push({
      id,
      title,
      slug,
      publishDate: at(id),
      categories: slugsOf(categories, ownCategories),
      tags: slugsOf(tags, ownTags),
      viewsCount,
    });
    documents.push({
      id,
      title,
      slug,
      content: Array.from({ length: 4 + roll(8) }, () => `<p>${capital(words(40 + roll(40)))}.</p>`).join(
        '\n',
      ),
      image: null,
      youtube: null,
      publish_date: new Date(at(id)).toISOString(),
      views_count: viewsCount,
      trending: id % 17 === 0,
      newstags: words(3),
      user: null,
      tags: ownTags,
      categories: ownCategories,
      ...stamps(id),
      publishedAt: new Date(at(id)).toISOString(),
    });
  }
  return {
    content: { posts, categories, listed: categories, tags, books, lawyers },
    parts: [
      {
        service: 'news',
        type: 'category',
        items: categories.map(({ id, name, slug }) => ({
          id,
          name,
          title: name,
          slug,
          description: words(12),
          keywords: words(4),
          heading_title: name,
          show_nav: true,
          show_order: id,
          parent_category: null,
          ...stamps(id),
        })),
      },
      {
        service: 'news',
        type: 'tag',
        items: tags.map(({ id, name, slug }) => ({ id, name, slug, ...stamps(id) })),
      },
      { service: 'news', type: 'post', items: documents },
      { service: 'catalog', type: 'book', items: books.map((book) => createBook(book, stamps(book.id))) },
      {
        service: 'catalog',
        type: 'lawyer',
        items: lawyers.map((each) => createLawyer(each, stamps(each.id))),
      },
    ],
  };
}

type Stamps = Pick<StoredDocument, 'createdAt' | 'updatedAt'>;

const createBook = ({ id, name }: NamedItem, stamps: Stamps): StoredDocument => ({
  id,
  Title: name,
  SubTitle: null,
  Price: 100 + id,
  discount: null,
  Detail1: `<p>About ${name}.</p>`,
  PrimaryImageId: null,
  SecondaryImageIds: [],
  author_names: [],
  publishers: [],
  Category: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  html_version: 1,
  ...stamps,
});

const createLawyer = ({ id, name }: NamedItem, stamps: Stamps): StoredDocument => ({
  id,
  Title: name,
  SubTitle: 'LL.B.',
  SubCategory2: '0',
  Identifier: `BAR/${id}`,
  DisplayDate: '2001-06-15',
  shipping_class: null,
  Price: 1_000 + id,
  Detail1: `<p>Profile of ${name}.</p>`,
  contact: null,
  PrimaryImageId: null,
  SecondaryImageIds: [],
  users_permissions_user: null,
  Property1: [],
  Property2: [],
  Property3: [],
  PropertyList1: [],
  PropertyList2: [],
  PropertyList3: [],
  type_of_court: [],
  html_version: 1,
  ...stamps,
});
