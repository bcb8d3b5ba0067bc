import type { HydratedQuery } from '../src/app/store.ts';
import { toAds } from '../src/features/news/ad.ts';
import { toArticle } from '../src/features/news/article.ts';
import { toCard, type Card, type WirePost } from '../src/features/news/post.ts';
import type { Picture } from '#shared/picture/picture.ts';
import { aCategory, aPost, listOf } from '../src/testing/fake-api.ts';

/** An inline picture, so that the kit needs no other server. */
const DRAWN = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#d9d2c3"/><path fill="#7a1f1f" d="M260 300 600 150l340 150zM240 600h720v50H240z"/></svg>',
)}`;

export const aDrawing: Picture = { url: DRAWN, width: 1200, height: 800, alt: 'A court, drawn' };

const image = {
  data: {
    id: 5,
    attributes: {
      url: DRAWN,
      width: 1200,
      height: 800,
      alternativeText: 'A court, drawn',
      caption: 'The court at noon',
      formats: null,
    },
  },
};

const TITLES = [
  'Supreme Court sets the limits of personal hearing in assessments',
  'Input tax credit: what the circular changes',
  'जमानत की शर्तें: उच्च न्यायालय ने क्या कहा',
  'Company law after the amendment',
];

const post = (id: number, attributes: Partial<WirePost> = {}) =>
  aPost(id, { title: TITLES[id - 1] ?? `Report ${id}`, image, ...attributes });

const cardOf = (id: number, attributes?: Partial<WirePost>): Card => {
  const card = toCard(post(id, attributes));
  if (card === null) throw new Error(`Report ${id} has no title`);
  return card;
};

export const cards: readonly Card[] = [1, 2, 3, 4].map((id) => cardOf(id));
export const textCard = cardOf(2, { image: { data: null } });
export const videoCard = cardOf(1, { youtube: 'aaaaaaaaaaa' });

const BODY =
  '<p>The bench held that a hearing is a part of the decision, and that an order made without one cannot stand.</p>' +
  '<p>Counsel argued that the statute gives a discretion. The court read the word with the purpose of the section.</p>' +
  '<p>What follows for pending matters is set out in the last part of the judgment.<sup><a href="#note-1">1</a></sup></p>' +
  '<p>The matter goes back.</p><blockquote><p>No man shall be condemned unheard.</p></blockquote>' +
  ['The facts', 'The question', 'The argument', 'The reasons', 'The order']
    .map((name) => `<h2>${name}</h2><p>In short.</p>`)
    .join('') +
  '<ul><li>First</li><li>Second</li></ul><ol><li>One</li><li>Two</li></ol>' +
  '<table><caption>Authorities</caption><thead><tr><th>Authority</th><th>Year</th></tr></thead>' +
  '<tbody><tr><td>State v. Rao</td><td>1978</td></tr><tr><td>In re Mehta</td><td>1994</td></tr></tbody></table>' +
  '<p id="note-1">1. At paragraph 14.</p>';

const articleOf = (attributes: Partial<WirePost>) => {
  const article = toArticle(
    post(1, {
      content: BODY,
      updatedAt: '2026-11-22T04:30:00.000Z',
      categories: listOf([aCategory('itc', 'Input credit', 'gst')]),
      tags: listOf([{ id: 1, attributes: { name: 'Bail', slug: 'bail' } }]),
      user: { data: { id: 1, attributes: { first_name: 'Asha', last_name: 'Rao' } } },
      ...attributes,
    }),
  );
  if (article === null) throw new Error('The article has no title');
  return article;
};
export const article = articleOf({});

export const ads = toAds(
  listOf(
    (['Side Bar', 'One Column into List', 'Two Column into List', 'Inner Content'] as const).map(
      (type, id) => ({
        id: id + 1,
        attributes: { title: `An offer (${type})`, link: 'https://shop.example', youtube: null, type, image },
      }),
    ),
  ),
);

const list = (value: object, arg: object): HydratedQuery => ({ endpointName: 'list', arg, value });

/** Arguments of lists, one for each state. */
export const LISTS = {
  full: { category: 'gst', page: 2 },
  empty: { search: 'zzz', page: 1 },
} as const;

export const SUGGESTED = 'court';

/** Query data with which the kit hydrates its store. */
export const kitQueries: readonly HydratedQuery[] = [
  {
    endpointName: 'menu',
    value: [
      { name: 'GST', slug: 'gst' },
      { name: 'न्यायालय', slug: 'courts' },
    ],
  },
  {
    endpointName: 'options',
    value: {
      name: null,
      description: null,
      computedReadTime: false,
      profilesNoindex: false,
      years: { from: 2012, to: 2024 },
    },
  },
  {
    endpointName: 'settings',
    value: { showProducts: true, showAuth: true, contactEmail: 'desk@vidhi.example' },
  },
  { endpointName: 'social', value: [{ name: 'X', url: 'https://x.example/vidhi' }] },
  {
    endpointName: 'publisher',
    value: { name: 'Vidhi', officer: 'Asha Rao', officerContact: 'desk@vidhi.example', codeOfEthics: null },
  },
  { endpointName: 'recent', value: cards },
  { endpointName: 'ads', value: ads },
  {
    endpointName: 'products',
    value: [1, 2, 3].map((id) => ({
      id,
      title: `Volume ${id}`,
      link: 'https://shop.example',
      picture: aDrawing,
    })),
  },
  { endpointName: 'related', arg: 1, value: cards },
  list({ cards, page: 2, pageCount: 9, total: 200 }, LISTS.full),
  list({ cards: [], page: 1, pageCount: 1, total: 0 }, LISTS.empty),
  {
    endpointName: 'suggest',
    arg: SUGGESTED,
    value: [
      {
        name: 'News',
        options: cards.slice(0, 3).map(({ title, slug }) => ({ label: title, path: `/${slug}` })),
      },
      { name: 'Categories', options: [{ label: 'Courts', path: '/news/courts' }] },
    ],
  },
];
