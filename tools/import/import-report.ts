import type { Oddity } from './archive.ts';
import type { FramedHost } from './framed-hosts.ts';
import type { ForeignHost } from './own-addresses.ts';

/** Result of importing one type. */
export interface TypeReport {
  uid: string;
  total: number;
  imported: number;
  unchanged: number;
  skipped: { id: number; reason: string }[];
  /** Values that were changed or left out so that their document could be imported. */
  notes: { id: number; reason: string }[];
  /** Documents whose slug is the address of another page. */
  reserved: { id: number; slug: string }[];
}

export interface ImportReport {
  file: string;
  site: string;
  demo: boolean;
  types: TypeReport[];
  /** Types that are not supported yet; their documents stay in the archive. */
  waiting: { uid: string; total: number }[];
  /** Entries and lines of the archive that were skipped, and documents that were changed. */
  oddities: readonly Oddity[];
  /** Hosts of pictures in texts, which pages block, and former hosts of the site that texts link to. */
  foreignHosts: readonly ForeignHost[];
  /** Hosts of the targets of hosted pages, which pages show in a frame once the owner allows it. */
  framedHosts: readonly FramedHost[];
  seconds: number;
}

const SHOWN_REASONS = 20;
const SHOWN_ODDITIES = 20;

type Remarks = readonly { id: number; reason: string }[];

/** Reasons that name a file, a value or what was removed are of one kind, so that a thousand have one line, and hide no other. */
const kindOf = (reason: string): string =>
  reason
    .replace(/^(the file ).+( is stored as ).+$|^(the archive lacks ).+$/, '$1$2$3')
    .replace(/^(removed from \w+: \w+) .+$|^(\w+ ).+( is no \w+: left out)$/, '$1$2$3');

/** One line for each kind of reason, the most frequent first, with the first reason of it and the ids of some documents. */
function reasonLines(remarks: Remarks, what: string): string[] {
  const byKind = [...Map.groupBy(remarks, ({ reason }) => kindOf(reason)).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  const lines = byKind.slice(0, SHOWN_REASONS).map((items) => {
    const ids = items.slice(0, 5).map(({ id }) => id);
    const more = items.length > ids.length ? ', …' : '';
    const reasons = new Set(items.map(({ reason }) => reason));
    const [first = ''] = reasons;
    const others = reasons.size > 1 ? '; the others likewise' : '';
    return `      ${items.length} ${what}: ${first}${others} (${ids.join(', ')}${more})`;
  });
  const rest = byKind.length - lines.length;
  return rest === 0 ? lines : [...lines, `      and ${rest} other reasons; --json lists all`];
}

const oddityLines = (oddities: readonly Oddity[]): string[] => [
  ...oddities.slice(0, SHOWN_ODDITIES).map(({ where, reason }) => `    ${where}: ${reason}`),
  ...(oddities.length > SHOWN_ODDITIES
    ? [`    and ${oddities.length - SHOWN_ODDITIES} more; --json lists all`]
    : []),
];

const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function hostLines(hosts: readonly ForeignHost[]): string[] {
  const withPictures = hosts.filter(({ pictures }) => pictures > 0).map(({ host }) => `https://${host}`);
  return [
    ...hosts.map(
      ({ host, pictures, links }) => `    ${host} (${times(pictures, 'picture')}, ${times(links, 'link')})`,
    ),
    ...(withPictures.length === 0
      ? []
      : [
          `    Pages block their pictures. To show them, start with IMAGE_ORIGINS="${withPictures.join(',')}".`,
        ]),
  ];
}

const frameLines = (hosts: readonly FramedHost[]): string[] =>
  hosts.length === 0
    ? []
    : [
        ...hosts.map(({ host, pages }) => `    ${host} (${times(pages, 'page')})`),
        '    Pages link to them. To show them in a frame, add them to the hosts of frames in /console/settings.',
      ];

const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `  ${heading}:`, ...lines];

const reservedLines = ({ reserved }: TypeReport): string[] =>
  reserved.map(
    ({ id, slug }) => `      ${id}: the slug "${slug}" is the address of another page; give it another one`,
  );

/** Returns the report as a human-readable table; that of a dry run says what would be done. */
export function formatReport(report: ImportReport, dryRun = false): string {
  const { types, waiting, oddities, seconds } = report;
  const width = Math.max(...types.map(({ uid }) => uid.length), 10) + 2;
  const row = (cells: (string | number)[]): string =>
    `  ${String(cells[0]).padEnd(width)}${cells
      .slice(1)
      .map((cell) => String(cell).padStart(10))
      .join('')}`;
  return [
    '',
    row(['type', 'total', dryRun ? 'to import' : 'imported', 'unchanged', 'skipped']),
    ...types.flatMap((type) => [
      row([type.uid, type.total, type.imported, type.unchanged, type.skipped.length]),
      ...reasonLines(type.skipped, 'skipped'),
      ...reasonLines(type.notes, 'changed'),
      ...reservedLines(type),
    ]),
    ...section('Odd entries of the archive', oddityLines(oddities)),
    ...section('Other hosts in texts', hostLines(report.foreignHosts)),
    ...section('Pages of other sites', frameLines(report.framedHosts)),
    ...section(
      'Waiting for a later version of Vidhi',
      waiting.map(({ uid, total }) => `    ${uid} (${total})`),
    ),
    '',
    dryRun
      ? `  Nothing was imported: this was a dry run (${seconds.toFixed(1)} s).`
      : `  Done in ${seconds.toFixed(1)} s.`,
    '',
  ].join('\n');
}
