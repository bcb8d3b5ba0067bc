import { parseArgs } from 'node:util';
import { archivedDocuments, loadArchivedSite } from './archive-model.ts';
import { compare } from './compare.ts';
import { publishedDifference } from './differences.ts';
import { abridge, exchange, ResponseTimeoutError, type CaseResponse } from './case-request.ts';
import { QueryMaker } from './fuzz/query-maker.ts';
import { renderQuery, showQuery, type Query } from './fuzz/query.ts';
import { createRandom } from './fuzz/random.ts';
import { shrink } from './fuzz/shrink.ts';
import { valuesOf } from './fuzz/values.ts';
import { executeInProcess } from './in-process.ts';
import { sideOf } from './sides.ts';

const CONCURRENCY = 4;
const MAX_SHOWN_CHARACTERS = 500;
/** Maximum share of queries without a response of the reference. */
const MAX_TIMEOUT_SHARE = 0.01;

const { values } = parseArgs({
  options: {
    reference: { type: 'string', default: 'http://127.0.0.1:1337' },
    product: { type: 'string' },
    queries: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    side: { type: 'string', default: 'news' },
    failures: { type: 'string', default: '20' },
    /** Prints the queries that this published difference covers. */
    show: { type: 'string' },
  },
});

const side = sideOf(values.side);

type Execute = (path: string) => Promise<CaseResponse>;

async function executeOnProduct(): Promise<Execute> {
  const { product } = values;
  if (product !== undefined) return (path) => exchange({ url: product }, { method: 'GET', path });
  const { model } = await loadArchivedSite(side.collections);
  const execute = executeInProcess(side.collections, model);
  return (path) =>
    execute({ section: 'fuzz', name: path, method: 'GET', path }).catch((error: unknown) => ({
      status: 500,
      text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }));
}

const queryReference: Execute = (path) => exchange({ url: values.reference }, { method: 'GET', path });
const queryProduct = await executeOnProduct();

type Outcome =
  | { kind: 'equal' }
  | { kind: 'published'; number: number }
  /** The reference timed out: some queries keep its database busy for minutes. */
  | { kind: 'silent' }
  /** `how` must not change while a query shrinks, so that it reproduces the same failure. */
  | { kind: 'unexplained'; how: string; text: string };

const show = (response: CaseResponse): string => {
  const { status, json, sha256, text } = abridge(response);
  return `${status} ${(sha256 ?? text ?? JSON.stringify(json) ?? '').slice(0, MAX_SHOWN_CHARACTERS)}`;
};

/** Status, with the message of an error response without names. */
function kindOf({ status, json }: CaseResponse): string {
  const message = /"message":"([^"]{0,24})/.exec(status === 200 ? '' : (JSON.stringify(json) ?? ''))?.[1];
  return `${status} ${message ?? ''}`;
}

async function tryQuery(query: Query): Promise<Outcome> {
  const path = renderQuery(query);
  const [reference, product] = await Promise.all([
    queryReference(path).catch((error: unknown) => {
      if (error instanceof ResponseTimeoutError) return null;
      throw error;
    }),
    queryProduct(path),
  ]);
  if (reference === null) return { kind: 'silent' };
  const verdict = compare(reference, product);
  if (verdict === 'equal') return { kind: 'equal' };
  const number = product.status < 500 ? publishedDifference(path, reference, product) : undefined;
  if (number !== undefined) return { kind: 'published', number };
  const order = verdict === 'order' ? ' (only the order of keys differs)' : '';
  const how = `${kindOf(reference)} ${kindOf(product)} ${verdict}`;
  return {
    kind: 'unexplained',
    how,
    text: `  reference: ${show(reference)}\n  product:   ${show(product)}${order}`,
  };
}

async function failsAs(query: Query, how: string): Promise<boolean> {
  const outcome = await tryQuery(query);
  return outcome.kind === 'unexplained' && outcome.how === how;
}

const documents = await archivedDocuments(side.collections);
const seed = Number(values.seed);
const total = Number(values.queries);
const most = Number(values.failures);

function queryOf(index: number): Query {
  const random = createRandom(seed + index);
  const valueOf = valuesOf(documents, random);
  return new QueryMaker({ ...side, valueOf, wildcards: true }, random).query();
}

const counts = { equal: 0, silent: 0, unexplained: 0 };
const published = new Map<number, number>();
const smallest = new Set<string>();

async function report(index: number, query: Query, how: string): Promise<void> {
  counts.unexplained += 1;
  if (smallest.size >= most) return;
  const small = await shrink(query, (candidate) => failsAs(candidate, how));
  const path = renderQuery(small);
  if (smallest.has(path)) return;
  smallest.add(path);
  const outcome = await tryQuery(small);
  console.log(`seed ${seed + index}: ${showQuery(small)}\n  GET ${path}`);
  if (outcome.kind === 'unexplained') console.log(outcome.text);
}

console.log(
  `${total} queries from seed ${seed}: ${values.product ?? 'the engine in this process'} against ${values.reference}`,
);
for (let from = 0; from < total; from += CONCURRENCY) {
  const indexes = Array.from({ length: Math.min(CONCURRENCY, total - from) }, (_, offset) => from + offset);
  const tried = await Promise.all(
    indexes.map(async (index) => {
      const query = queryOf(index);
      return { index, query, outcome: await tryQuery(query) };
    }),
  );
  for (const { index, query, outcome } of tried) {
    if (outcome.kind === 'equal') counts.equal += 1;
    else if (outcome.kind === 'silent') counts.silent += 1;
    else if (outcome.kind === 'published') {
      published.set(outcome.number, (published.get(outcome.number) ?? 0) + 1);
      if (values.show === String(outcome.number)) console.log(`seed ${seed + index}: ${renderQuery(query)}`);
    } else await report(index, query, outcome.how);
  }
}

const covered = [...published.values()].reduce((sum, count) => sum + count, 0);
const numbers = [...published]
  .sort(([a], [b]) => a - b)
  .map(([number, count]) => `${count} by number ${number}`);
console.log(
  `${total} queries, ${counts.equal} equal, ${covered} published differences (${numbers.join(', ')})`,
);
console.log(
  `${counts.unexplained} unexplained, ${smallest.size} after shrinking; ${counts.silent} without response of the reference`,
);
if (counts.silent > total * MAX_TIMEOUT_SHARE)
  console.log('too many queries without a response: the run is not conclusive');
process.exit(counts.unexplained > 0 || counts.silent > total * MAX_TIMEOUT_SHARE ? 1 : 0);
