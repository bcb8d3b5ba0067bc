import { parseArgs } from 'node:util';
import { aCatalog, asRole, type CatalogUnderTest } from '../../services/catalog/src/catalog-builder.ts';
import { oneSecret, otherSecret, profilesWith } from '../../services/catalog/src/gated-probes-builder.ts';
import { areDistinguishable, signTest, type Signs } from './sign-test.ts';

// npm run probe:timing [-- --rounds N] [--profiles N]
// Tests whether response times depend on gated attributes: sites that differ only in these get pairs of
// requests in random order. Each comparison uses two pairs of sites created in opposite orders, so that
// effects of memory layout are not taken for effects of values. A member's search, whose work does depend on
// the values, is the positive control.

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '400' }, profiles: { type: 'string', default: '2000' } },
});
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const rounds = Number(values.rounds);
const profiles = Number(values.profiles);
const WARM_ROUNDS = 40;

type Pair = readonly [CatalogUnderTest, CatalogUnderTest];

const ANONYMOUS = [
  '/api/lawyers?populate=*',
  '/api/lawyers?sort=Price',
  '/api/lawyers?sort=Title&pagination[pageSize]=100',
  '/api/lawyers?filters[Price][$gt]=100',
  '/api/lawyers?filters[Identifier][$startsWith]=SECRET-1',
  '/api/lawyers?filters[$or][0][contact][$contains]=90&filters[$or][1][id][$gt]=0',
  '/api/lawyers?_q=SECRET-17',
  '/api/lawyers?_q=9000000001',
  '/api/lawyers?sort=neutral',
  '/api/lawyers/17',
  '/api/firms?_q=BAR',
  '/api/specializations?populate[lawyers][sort]=Price',
  '/api/specializations?filters[lawyers][Price][$gt]=5',
  '/api/suggest?q=SECRET-17',
  '/api/lawyers/filter-options',
];
const CONTROL = '/api/lawyers?_q=SECRET-1&pagination[pageSize]=1';

async function timeOf({ app }: CatalogUnderTest, url: string, headers: object): Promise<number> {
  const since = performance.now();
  await app.inject({ url, headers: { ...headers } });
  return performance.now() - since;
}

async function compare([first, second]: Pair, url: string, headers: object = {}): Promise<Signs> {
  const pairs: [number, number][] = [];
  for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
    const isFirst = Math.random() < 0.5;
    const one = await timeOf(isFirst ? first : second, url, headers);
    const two = await timeOf(isFirst ? second : first, url, headers);
    if (round >= 0) pairs.push(isFirst ? [one, two] : [two, one]);
  }
  return signTest(pairs);
}

const make = (secret: typeof oneSecret): Promise<CatalogUnderTest> =>
  aCatalog(profilesWith(secret, profiles));
const early = await make(oneSecret);
const forth: Pair = [early, await make(otherSecret)];
const late = await make(otherSecret);
const back: Pair = [await make(oneSecret), late];

/** Bonferroni correction: all comparisons together have one false positive in a thousand runs. */
const mostP = Math.sqrt(0.001 / ANONYMOUS.length);
const share = ({ longer, p }: Signs): string =>
  `${(longer * 100).toFixed(1).padStart(5)} % (p ${p.toExponential(1)})`;

async function report(url: string, headers?: object): Promise<boolean> {
  const both: [Signs, Signs] = [await compare(forth, url, headers), await compare(back, url, headers)];
  const apart = areDistinguishable(both, mostP);
  say(`  ${apart ? 'DIFFERENT ' : 'alike     '} ${share(both[0])} ${share(both[1])}  ${url}`);
  return apart;
}

say(
  `${profiles} profiles, ${rounds} pairs each; share of pairs in which the first site took longer, on two pairs of sites`,
);
let failures = 0;
for (const url of ANONYMOUS) if (await report(url)) failures += 1;
say("positive control, a member's search:");
const isSeen = await report(CONTROL, asRole(4));

for (const { app } of [...forth, ...back]) await app.close();
say(
  isSeen
    ? `goal ${failures === 0 ? 'met' : 'NOT met'}: ${failures} of ${ANONYMOUS.length} requests distinguish the sites by time`
    : 'not conclusive: the positive control showed no difference; use more rounds or a quieter machine',
);
process.exitCode = isSeen && failures === 0 ? 0 : 1;
