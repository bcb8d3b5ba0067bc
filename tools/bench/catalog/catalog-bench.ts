import { MEGABYTE, QUIET_CONNECTIONS, createComparison, type Compared } from '../comparison.ts';
import { comparedLines, verdictLines } from '../report-tables.ts';
import type { LoadResult } from '../processes/load.ts';
import type { Stack } from '../stack.ts';
import {
  comparedVerdicts,
  failuresOf,
  livingReference,
  quietSearchVerdict,
  type Goals,
  type Verdict,
} from '../verdicts.ts';
import { CATALOG_SCENARIOS, OURS, readCatalogFacts, type CatalogFacts } from './scenarios.ts';

export interface CatalogueResult {
  books: number;
  profiles: number;
  loadedMs: number;
  readerMegabytesLoaded: number;
  readerMegabytesAfter: number;
  compared: Compared[];
  /** Latency of a search at low load. */
  searchAtLowLoad: LoadResult;
}

export interface CatalogResult {
  catalogues: CatalogueResult[];
}

export interface CatalogBenchOptions {
  stack: Stack;
  reference: string | null;
  /** Duration of each measurement. */
  seconds: number;
  say: (line: string) => void;
}

const SIZES = [
  { books: 3_000, profiles: 1_500 },
  { books: 100_000, profiles: 50_000 },
] as const;

const nameOf = ({ books, profiles }: { books: number; profiles: number }): string =>
  `${books.toLocaleString('en-IN')} books, ${profiles.toLocaleString('en-IN')} profiles`;

export async function runCatalogBench({
  stack,
  reference,
  seconds,
  say,
}: CatalogBenchOptions): Promise<CatalogResult> {
  const { compare, measure } = createComparison<CatalogFacts>({
    stack,
    suite: 'catalog',
    reference,
    seconds,
  });
  const theirs = reference === null ? null : await readCatalogFacts(reference);
  const catalogues: CatalogueResult[] = [];
  for (const size of SIZES) {
    say(`${nameOf(size)}: loading`);
    const site = await stack.startSite({ reader: 'catalog-reader', size: [size.books, size.profiles] });
    const loaded = await site.readerState();
    const facts = await readCatalogFacts(site.reader.origin);
    const compared: Compared[] = [];
    for (const scenario of CATALOG_SCENARIOS) {
      say(`${nameOf(size)}: ${scenario.title}`);
      const isBoth = size === SIZES[0] && !OURS.has(scenario.name);
      compared.push(await compare(site, facts, isBoth ? theirs : null, scenario));
    }
    say(`${nameOf(size)}: search at low load`);
    const searchAtLowLoad = await measure({
      facts,
      scenario: 'search',
      mode: 'cold',
      origin: site.gateway.origin,
      connections: QUIET_CONNECTIONS,
    });
    const after = await site.readerState();
    catalogues.push({
      ...size,
      loadedMs: site.loadedMs,
      readerMegabytesLoaded: loaded.rssBytes / MEGABYTE,
      readerMegabytesAfter: after.rssBytes / MEGABYTE,
      compared,
      searchAtLowLoad,
    });
    await site.stop();
  }
  return { catalogues };
}

/** Returns the verdict on every goal of the catalogue. */
export const judgeCatalog = ({ catalogues }: CatalogResult, goals: Goals): Verdict[] =>
  catalogues.flatMap((catalogue) => {
    const name = nameOf(catalogue);
    const isLarge = catalogue.books > SIZES[0].books;
    return [
      ...catalogue.compared.flatMap((one) => [
        ...comparedVerdicts(one, { name, isLarge }, goals),
        ...livingReference(one, goals),
      ]),
      ...quietSearchVerdict(catalogue.books, name, catalogue.searchAtLowLoad, goals),
    ];
  });

export const catalogFailures = ({ catalogues }: CatalogResult): number =>
  catalogues.reduce(
    (sum, { compared, searchAtLowLoad }) => sum + failuresOf(compared) + searchAtLowLoad.failures,
    0,
  );

export const catalogLines = ({ catalogues }: CatalogResult, verdicts: readonly Verdict[]): string[] => [
  ...catalogues.flatMap((catalogue) => [
    '',
    `${nameOf(catalogue)}: a reader hydrates in ${(catalogue.loadedMs / 1_000).toFixed(1)} s and takes ` +
      `${Math.round(catalogue.readerMegabytesLoaded)} MB, ${Math.round(catalogue.readerMegabytesAfter)} MB after the runs`,
    ...comparedLines(catalogue.compared),
    `a search at low load: p50/p97.5 ${catalogue.searchAtLowLoad.p50Ms}/${catalogue.searchAtLowLoad.p975Ms} ms`,
  ]),
  '',
  ...verdictLines(verdicts),
];
