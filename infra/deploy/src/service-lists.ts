import { readFileSync } from 'node:fs';
import { inRoot } from '@vidhi/local/paths.mjs';
import { isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml';
import { deployedProcesses } from './deployed-processes.ts';
import { sizeOf } from './kubernetes/sizes.ts';

type Entry = string | Readonly<Record<string, string | number>>;

/** A list of services in a YAML file that is otherwise written by hand. */
interface ServiceList {
  /** Keys and indexes from the root of the document. */
  path: readonly (string | number)[];
  /** Entries by name: strings, or maps with a property `name`. */
  entries: ReadonlyMap<string, Entry>;
}

const nameOf = (node: unknown): unknown =>
  isMap(node) ? node.get('name') : isScalar(node) ? node.value : undefined;

/**
 * Returns a YAML file with the missing entries added to the ends of lists, and without those that are no longer listed.
 * Other entries, comments and the rest of the file stay as they are.
 */
export function withServiceLists(text: string, lists: readonly ServiceList[]): string {
  const document: Document = parseDocument(text);
  for (const { path, entries } of lists) {
    const list = document.getIn(path);
    if (!isSeq(list)) throw new Error(`no list at ${path.join('.')}`);
    list.items = list.items.filter((item) => entries.has(String(nameOf(item))));
    const existing = new Set(list.items.map(nameOf));
    for (const [name, entry] of entries)
      if (!existing.has(name)) list.add(document.createNode(entry, { flow: true }));
  }
  return document.toString({ lineWidth: 0, singleQuote: true });
}

const byName = <Item extends { name: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.name, item]));

/** Resolves with the files that contain such lists, brought up to date, by their path from the root of the clone. */
export async function serviceListFiles(): Promise<ReadonlyMap<string, string>> {
  const processes = await deployedProcesses({ withSandboxes: false });
  const local = await deployedProcesses({ withSandboxes: true });
  const scraped = processes.flatMap(({ name }) => (name === 'gateway' ? [] : [name]));
  const imagesOf = (all: readonly { service: string }[]): string[] => [
    ...new Set(all.map(({ service }) => `vidhi/${service}`)),
  ];
  // The autoscalers decide about the others.
  const several = processes.filter(
    (process) => sizeOf(process).replicas > 1 && sizeOf(process).scaledBy === undefined,
  );
  const lists: Readonly<Record<string, readonly ServiceList[]>> = {
    'infra/prometheus/prometheus.yaml': [
      {
        path: ['scrape_configs', 1, 'dns_sd_configs', 0, 'names'],
        entries: new Map(scraped.map((name) => [name, name])),
      },
    ],
    'infra/k8s/overlays/local/kustomization.yaml': [
      { path: ['images'], entries: byName(imagesOf(local).map((name) => ({ name, newTag: 'local' }))) },
      { path: ['replicas'], entries: byName(several.map(({ name }) => ({ name, count: 1 }))) },
    ],
    'infra/k8s/overlays/production/kustomization.yaml': [
      {
        path: ['images'],
        entries: byName(
          imagesOf(processes).map((name) => ({
            name,
            newName: `registry.example/${name}`,
            newTag: '1.0.0',
          })),
        ),
      },
    ],
  };
  return new Map(
    Object.entries(lists).map(([path, changes]) => [
      path,
      withServiceLists(readFileSync(inRoot(path), 'utf8'), changes),
    ]),
  );
}
