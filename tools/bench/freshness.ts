import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

// npm run bench:freshness [-- --times N]
// How long after an editor's publish was acknowledged it is seen: through the gateway in list, search, feed and page,
// and on each reader by itself. Against a running site, whose demo editor publishes and deletes the posts.

interface Site {
  gateway: string;
  services: { news: { read: string[] } };
}

interface Place {
  name: string;
  /** Asks once; resolves whether the post is seen. */
  sees: (title: string, slug: string) => Promise<boolean>;
}

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '30' },
    identifier: { type: 'string', default: 'editor@demo.vidhi.example' },
    password: { type: 'string', default: 'gazette-editor' },
  },
});
const dataDir = process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../.data');
const site = JSON.parse(readFileSync(join(dataDir, 'run', 'services.json'), 'utf8')) as Site;

const POLL_MS = 2;
const GIVE_UP_MS = 10_000;
const GOAL_MS = 1_000;
const LIST = 'sort=publish_date:desc&pagination[pageSize]=24&fields=title';

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

const places: Place[] = [
  {
    name: 'list, gateway',
    sees: async (title) => (await textOf(`${site.gateway}/api/posts?${LIST}`)).includes(title),
  },
  {
    name: 'search, gateway',
    sees: async (title) =>
      (
        await textOf(
          `${site.gateway}/api/posts?fields=title&filters[title][$containsi]=${encodeURIComponent(title)}`,
        )
      ).includes('"id"'),
  },
  {
    name: 'feed, gateway',
    sees: async (title) => (await textOf(`${site.gateway}/feed.xml`)).includes(title),
  },
  { name: 'front page, gateway', sees: async (title) => (await textOf(`${site.gateway}/`)).includes(title) },
  {
    name: 'article, gateway',
    sees: async (_title, slug) => (await fetch(`${site.gateway}/${slug}`)).status === 200,
  },
  ...site.services.news.read.map((url, index) => ({
    name: `list, reader ${index + 1}`,
    sees: async (title: string) => (await textOf(`${url}/api/posts?${LIST}`)).includes(title),
  })),
];

async function login(): Promise<string> {
  const answer = await fetch(`${site.gateway}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: values.identifier, password: values.password }),
  });
  const body = (await answer.json()) as { jwt?: string };
  if (body.jwt === undefined)
    throw new Error(`${values.identifier} could not log in: ${JSON.stringify(body)}`);
  return body.jwt;
}

const authorization = { authorization: `Bearer ${await login()}`, 'content-type': 'application/json' };

async function publish(title: string, slug: string): Promise<number> {
  const now = new Date().toISOString();
  const answer = await fetch(`${site.gateway}/api/posts`, {
    method: 'POST',
    headers: authorization,
    body: JSON.stringify({ data: { title, slug, content: '<p>Measured.</p>', publish_date: now } }),
  });
  const body = (await answer.json()) as { data: { id: number } | null };
  if (body.data === null) throw new Error(`publishing was refused: ${JSON.stringify(body)}`);
  return body.data.id;
}

async function withdraw(id: number): Promise<void> {
  await fetch(`${site.gateway}/api/posts/${id}`, { method: 'DELETE', headers: authorization });
}

async function measure(place: Place, title: string, slug: string, since: number): Promise<number> {
  while (!(await place.sees(title, slug))) {
    if (performance.now() - since > GIVE_UP_MS) return Infinity;
    await delay(POLL_MS);
  }
  return performance.now() - since;
}

const seen = new Map<string, number[]>(places.map(({ name }) => [name, []]));
for (let round = 1; round <= Number(values.times); round += 1) {
  const mark = `${Date.now()}-${round}`;
  const title = `Freshness ${mark}`;
  const slug = `freshness-${mark}`;
  // What was asked before the publish is in the cache, as it is on a site that is read.
  await Promise.all(places.map((place) => place.sees(title, slug)));
  const id = await publish(title, slug);
  const since = performance.now();
  const times = await Promise.all(places.map((place) => measure(place, title, slug, since)));
  places.forEach(({ name }, index) => seen.get(name)?.push(times[index] ?? Infinity));
  await withdraw(id);
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
let worst = 0;
console.log(
  `${values.times} publishes, ${site.services.news.read.length} reader(s); milliseconds after the acknowledgement`,
);
for (const [name, times] of seen) {
  const sorted = times.toSorted((a, b) => a - b);
  worst = Math.max(worst, at(sorted, 0.99));
  const columns = [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)].map((time) =>
    time.toFixed(0).padStart(6),
  );
  console.log(`  ${name.padEnd(22)} p50 ${columns[0]}   p99 ${columns[1]}   most ${columns[2]}`);
}
console.log(worst <= GOAL_MS ? 'goal met: everywhere within 1 s (p99)' : 'goal NOT met: within 1 s (p99)');
