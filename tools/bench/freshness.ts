import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changedPrice } from './freshness/changed-price.ts';
import { GOAL_MS, isMet, measure, percentilesOf, tableOf, type Times } from './freshness/observers.ts';
import { publishedPost } from './freshness/published-post.ts';
import { findSite } from './freshness/running-site.ts';

// npm run bench:freshness [-- news|catalog] [--times N] [--json FILE]
// Measures how soon after its acknowledgement a publication or a price change is visible: through the gateway
// in lists, search, feed and pages, on each reader, and to a consumer of the books' topic. Runs against a
// site; its demo editor publishes and deletes the posts, and restores the price.

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

const selected = positionals.length === 0 ? Object.keys(MEASURES) : positionals;
const report: Record<string, unknown> = {};
for (const name of selected) {
  const run = MEASURES[name];
  if (run === undefined) throw new Error(`expected ${Object.keys(MEASURES).join(' and ')}, not ${name}`);
  const seen = await run();
  const observers = Object.fromEntries(
    Object.entries(seen).map(([observer, all]) => [observer, percentilesOf(all)]),
  );
  report[name] = { goalMs: GOAL_MS, isMet: isMet(seen), observers };
}
if (values.json !== undefined)
  writeFileSync(values.json, `${JSON.stringify({ times, ...report }, undefined, 2)}\n`);
