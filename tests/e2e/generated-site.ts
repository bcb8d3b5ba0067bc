import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { anyFreePort } from '@vidhi/local/ports.mjs';
import { startServiceProcess } from '@vidhi/testing/service-process.ts';
import {
  FakeFailure,
  aCategory,
  aPicture,
  aPost,
  fakeApi,
  listOf,
  type FakeSite,
} from '../../web/src/testing/fake-api.ts';
import { toCard, type WirePost } from '../../web/src/features/news/post.ts';
import type { WireEntry } from '../../web/src/shared/api/read.ts';

/** The web server of the product with a fake API whose content is generated and constant. */
export interface GeneratedSite {
  url: string;
  close: () => Promise<void>;
}

const INKS = ['#7a1f1f', '#1f4b7a', '#2f5d3a', '#6b4e16', '#4a2f6b'];

/** Draws a court front in two flat colours, rendered equally on every machine. */
function drawPicture(path: string): string {
  const ink = INKS[[...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % INKS.length];
  const columns = [0, 1, 2, 3, 4].map(
    (at) => `<rect x="${300 + at * 140}" y="330" width="60" height="270"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 1200 800">` +
    `<rect width="1200" height="800" fill="#d9d2c3"/><g fill="${ink}"><path d="M260 300 600 150l340 150z"/>` +
    `${columns.join('')}<rect x="240" y="600" width="720" height="50"/></g></svg>`
  );
}

const TITLES = [
  'Supreme Court sets the limits of personal hearing in assessments',
  'Input tax credit: what the circular changes for small traders',
  'High Court explains when bail conditions become a penalty',
  'जमानत की शर्तें: उच्च न्यायालय ने क्या कहा',
  'Tribunal reads “month” in a limitation clause, and refunds follow',
  'Company law: the register of charges after the amendment',
];

const PARAGRAPHS = [
  'The bench held that a hearing is not a courtesy but a part of the decision, and that an order made without one cannot stand merely because its result would have been the same.',
  'Counsel for the department argued that the statute gives a discretion. The court read the word with the purpose of the section, and found a duty.',
  'What follows for pending matters is set out in the last part of the judgment, which asks the authorities to begin again from the notice.',
  'Advocates will find the table of earlier authorities useful: most of them are distinguished rather than doubted.',
  'The matter goes back with a direction that it be decided within twelve weeks.',
];
const SECTIONS = ['The facts', 'The question', 'The argument', 'The reasons', 'The order', 'What follows'];

const paragraphs = (count: number): string =>
  PARAGRAPHS.slice(0, count)
    .map((text) => `<p>${text}</p>`)
    .join('');

const LONG =
  paragraphs(5) +
  '<blockquote><p>No man shall be condemned unheard; the rule is older than any of our statutes.</p></blockquote>' +
  SECTIONS.map((name) => `<h2>${name}</h2>${paragraphs(2)}`).join('') +
  '<table><thead><tr><th>Authority</th><th>Year</th><th>Held</th></tr></thead><tbody>' +
  '<tr><td>State v. Rao</td><td>1978</td><td>Hearing required</td></tr>' +
  '<tr><td>In re Mehta</td><td>1994</td><td>Distinguished</td></tr></tbody></table>';

const DAY_MS = 86_400_000;
const NEWEST = Date.parse('2026-03-14T04:30:00.000Z');

function generatePost(id: number): WireEntry<WirePost> {
  const date = new Date(NEWEST - id * DAY_MS).toISOString();
  return aPost(id, {
    title: `${TITLES[(id - 1) % TITLES.length]}${id > TITLES.length ? ` (${id})` : ''}`,
    slug: `report-${id}`,
    publish_date: date,
    updatedAt: date,
    trending: id % 7 === 2,
    content: LONG,
    image: id % 5 === 0 ? { data: null } : aPicture(`court-${id}`),
    categories: listOf([id % 3 === 0 ? aCategory('itc', 'Input credit', 'gst') : aCategory('gst', 'GST')]),
    tags: listOf([{ id: 1, attributes: { name: 'Bail', slug: 'bail' } }]),
    user: { data: { id: 1, attributes: { first_name: 'Asha', last_name: 'Rao' } } },
  });
}

/** Posts, newest first: 30, so that lists have a second page; three of them have special content. */
export const generatedPosts = (): WireEntry<WirePost>[] => {
  const posts = Array.from({ length: 30 }, (_, index) => generatePost(index + 1));
  const change = (id: number, attributes: Partial<WirePost>): void => {
    Object.assign(posts[id - 1]?.attributes ?? {}, attributes);
  };
  change(2, { content: paragraphs(3), slug: 'short-report' });
  change(5, { image: { data: null }, youtube: 'aaaaaaaaaaa', slug: 'video-report' });
  return posts;
};

export const generatedSite = (more: Partial<FakeSite> = {}): FakeSite => ({
  posts: generatedPosts(),
  showProducts: true,
  contactEmail: 'desk@vidhi.example',
  ads: [
    { type: 'Side Bar', title: 'The Bare Acts', link: 'https://shop.example/a' },
    { type: 'One Column into List', title: 'A course in drafting', link: 'https://shop.example/b' },
    { type: 'Two Column into List', title: 'The annual digest', link: 'https://shop.example/c' },
    { type: 'Inner Content', title: 'Limitation tables', link: 'https://shop.example/d' },
  ],
  pages: [
    { name: 'refund-policy', targetUrl: 'https://pages.example/refund', description: 'How refunds work.' },
  ],
  ...more,
});

const listArgs = (path: string) => {
  const { searchParams: query } = new URL(path, 'http://drawn.example');
  const numberOf = (name: string, otherwise: number) => Number(query.get(`pagination[${name}]`) ?? otherwise);
  return {
    page: numberOf('page', 1),
    pageSize: numberOf('pageSize', 25),
    words: query.get('q')?.toLowerCase(),
  };
};

/** Returns the response for a path below `/api`. */
type Respond = (path: string) => Promise<unknown>;

const isSearch = (path: string): boolean =>
  /^\/(books|lawyers)\?/.test(path) && /\[\$or\]\[0\]\[Title\]\[\$search\]/.test(path);

/** Adds pagination, search and suggestions to `fakeApi`. */
async function respondToApi(site: FakeSite, all: Respond, path: string): Promise<unknown> {
  if (path.startsWith('/suggest?')) {
    const typed = new URL(path, 'http://drawn.example').searchParams.get('q')?.toLowerCase() ?? '';
    const posts = site.posts
      .flatMap((post) => toCard(post) ?? [])
      .filter(({ title }) => title.toLowerCase().includes(typed));
    return {
      data: {
        posts: posts.slice(0, 5).map(({ id, title, slug }) => ({ id, label: title, slug })),
        categories: 'gst'.startsWith(typed) ? [{ id: 1, label: 'GST', slug: 'gst' }] : [],
        tags: [],
      },
    };
  }
  if (path.startsWith('/picture-variants?')) return { data: {} };
  // The tabs of a search count the books and profiles that match; this site has none.
  if (isSearch(path)) return listOf([], 0);
  const isSearchOfPosts = path.startsWith('/posts/search?');
  const isList = isSearchOfPosts || (path.startsWith('/posts?') && !path.includes('filters[slug]'));
  // The list of posts fails where the search of this site is to fail.
  const response = await all(path.replace('/posts/search?', '/posts?'));
  if (!isList) return response;
  const { page, pageSize, words } = listArgs(path);
  const found = site.posts.filter(
    ({ attributes }) => words === undefined || attributes.title?.toLowerCase().includes(words) === true,
  );
  return listOf(found.slice((page - 1) * pageSize, page * pageSize), found.length);
}

/** Complete pages even on an overloaded machine. */
const LONG_TIMEOUTS = { API_TIMEOUT_MS: '60000', MAX_SILENCE_MS: '60000', RENDER_BUDGET_MS: '60000' };

const WEB_SERVER = fileURLToPath(new URL('../../web/server/server.ts', import.meta.url));

/** Starts the built web app on this site. One origin serves pages, API and pictures, as the gateway does. */
export async function startGeneratedSite(
  site: FakeSite,
  respond: Respond = fakeApi(site),
): Promise<GeneratedSite> {
  const webPort = await anyFreePort();

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (path === '/readyz') {
      // The web server probes its API here. Forwarded to the web server itself, the probe fails while it starts.
      reply.writeHead(200).end();
      return;
    }
    if (path.startsWith('/uploads/')) {
      reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(drawPicture(path));
      return;
    }
    if (!path.startsWith('/api/')) {
      forward(request, reply);
      return;
    }
    try {
      const body =
        request.method === 'PUT'
          ? { data: null }
          : await respondToApi(site, respond, decodeURI(path.slice(4)));
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch (error) {
      const status = error instanceof FakeFailure ? error.status : 500;
      reply.writeHead(status, { 'content-type': 'application/json' }).end('{"data":null,"error":{}}');
    }
  }

  function forward(request: IncomingMessage, reply: ServerResponse): void {
    const { url: path, method, headers } = request;
    const onward = requestHttp({ host: '127.0.0.1', port: webPort, path, method, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    onward.once('error', () => reply.destroy());
    request.pipe(onward);
  }

  const gateway = createServer((request, reply) => void handle(request, reply)).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const web = await startServiceProcess({
    script: WEB_SERVER,
    env: {
      API_URL: url,
      PUBLIC_URL: url,
      PORT: String(webPort),
      LOG_LEVEL: 'error',
      ...LONG_TIMEOUTS,
      FRAME_HOSTS: 'pages.example',
    },
  });
  const close = async (): Promise<void> => {
    await web.end();
    process.stdout.write(web.output());
    gateway.closeAllConnections();
    gateway.close();
    await once(gateway, 'close');
  };
  return { url, close };
}
