import { MEGABYTE, createComparison, type Compared } from '../comparison.ts';
import { comparedLines, verdictLines } from '../report-tables.ts';
import type { Stack } from '../stack.ts';
import { comparedVerdicts, failuresOf, livingReference, type Goals, type Verdict } from '../verdicts.ts';
import { CATALOG_SCENARIOS, OURS, readCatalogFacts, type CatalogFacts } from './scenarios.ts';

export interface CatalogueResult {
  books: number;
  profiles: number;
  loadedMs: number;
  readerMegabytesLoaded: number;
  readerMegabytesAfter: number;
  compared: Compared[];
}

export interface CatalogResult {
  catalogues: CatalogueResult[];
}

export interface CatalogBenchOptions {
  stack: Stack;
  reference: string | null;
  /** Length of each measurement. */
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
  const { compare } = createComparison<CatalogFacts>({ stack, suite: 'catalog', reference, seconds });
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
    const after = await site.readerState();
    catalogues.push({
      ...size,
      loadedMs: site.loadedMs,
      readerMegabytesLoaded: loaded.rssBytes / MEGABYTE,
      readerMegabytesAfter: after.rssBytes / MEGABYTE,
      compared,
    });
    await site.stop();
  }
  return { catalogues };
}

/** Every goal of the catalogue, met or not. */
export const judgeCatalog = ({ catalogues }: CatalogResult, goals: Goals): Verdict[] =>
  catalogues.flatMap((catalogue) =>
    catalogue.compared.flatMap((one) => [
      ...comparedVerdicts(one, nameOf(catalogue), goals),
      ...livingReference(one, goals),
    ]),
  );

export const catalogFailures = ({ catalogues }: CatalogResult): number =>
  catalogues.reduce((sum, { compared }) => sum + failuresOf(compared), 0);

export const catalogLines = ({ catalogues }: CatalogResult, verdicts: readonly Verdict[]): string[] => [
  ...catalogues.flatMap((catalogue) => [
    '',
    `${nameOf(catalogue)}: a reader fills in ${(catalogue.loadedMs / 1_000).toFixed(1)} s and takes ` +
      `${Math.round(catalogue.readerMegabytesLoaded)} MB, ${Math.round(catalogue.readerMegabytesAfter)} MB after the runs`,
    ...comparedLines(catalogue.compared),
  ]),
  '',
  ...verdictLines(verdicts),
];
