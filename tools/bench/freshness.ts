import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changedPrice } from './freshness/changed-price.ts';
import { GOAL_MS, isMet, measure, percentilesOf, tableOf, type Times } from './freshness/places.ts';
import { publishedPost } from './freshness/published-post.ts';
import { findSite } from './freshness/running-site.ts';

// npm run bench:freshness [-- news|catalog] [--times N] [--json FILE]
// How long after an editor's publish, or change of a book's price, was acknowledged it is seen: through the gateway
// in lists, search, feed and pages, on each reader by itself, and by a consumer of the books' topic. Against a running
// site, whose demo editor publishes and deletes the posts, and puts the price back.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '30' },
    identifier: { type: 'string', default: 'editor@demo.vidhi.example' },
    password: { type: 'string', default: 'gazette-editor' },
    json: { type: 'string' },
  },
});
const times = Number(values.times);
const dataDir = process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../.data');
const site = await findSite({ dataDir, identifier: values.identifier, password: values.password });

const MEASURES: Record<string, () => Promise<Times>> = {
  async news() {
    const subject = publishedPost(site);
    const seen = await measure(subject, times);
    console.log(tableOf(subject.title(times), seen));
    return seen;
  },
  async catalog() {
    const subject = await changedPrice(site);
    try {
      const seen = await measure(subject, times);
      console.log(tableOf(subject.title(times), seen));
      return seen;
    } finally {
      await subject.close();
    }
  },
};

const wanted = positionals.length === 0 ? Object.keys(MEASURES) : positionals;
const report: Record<string, unknown> = {};
for (const name of wanted) {
  const run = MEASURES[name];
  if (run === undefined) throw new Error(`there is ${Object.keys(MEASURES).join(' and ')}, not ${name}`);
  const seen = await run();
  const places = Object.fromEntries(Object.entries(seen).map(([place, all]) => [place, percentilesOf(all)]));
  report[name] = { goalMs: GOAL_MS, isMet: isMet(seen), places };
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ times, ...report }, undefined, 2)}\n`);
