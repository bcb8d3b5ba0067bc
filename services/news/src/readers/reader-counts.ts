import { createHash, randomBytes } from 'node:crypto';
import type { CountKind } from './reader-count-collection.ts';
import { indianDay } from './india-days.ts';

/** Something that is added to one count of one day. */
export interface Increment {
  day: string;
  kind: CountKind;
  name: string;
  by: number;
}

export interface CountedView {
  path: string;
  /** Whether there is certainly a page of this path. */
  isKnown: boolean;
  arrival?: { host: string | null; source: string } | undefined;
}

export interface CountedSearch {
  /** Null for one that may be about a person: its number is counted, its text is not. */
  text: string | null;
  isEmpty: boolean;
  /** Client address, which is held as a keyed hash until three addresses have searched for the text, and never stored. */
  address: string;
}

/** Counts page views and searches in memory. What it holds is bounded, whatever is sent. */
export interface ReaderCounts {
  addView(view: CountedView): void;
  addSearch(search: CountedSearch): void;
  /** Removes and returns what was counted since the last call. */
  take(): Increment[];
  /** Adds increments again that could not be stored. */
  putBack(increments: readonly Increment[]): void;
  /** Names that are stored for a day, which count towards its limits. */
  noteStored(day: string, names: readonly { kind: CountKind; name: string }[]): void;
}

/** Distinct names of one kind in one day; all further ones are counted without their names. */
export const MAX_NAMES: Readonly<Record<CountKind, number>> = {
  total: 10,
  page: 3_000,
  referrer: 300,
  source: 100,
  search: 300,
  'empty-search': 300,
};
/** Those of them of which news does not know whether there is a page. */
export const MAX_UNKNOWN_PAGES = 1_000;
/** Addresses from which a text is searched for before it is stored. */
export const MIN_SEARCHERS = 3;
/** Texts that wait for further readers. */
export const MAX_WAITING_TEXTS = 1_000;

/** Name of the count of all that has no count of its own. */
export const OTHER = '';

interface WaitingText {
  searchers: Set<string>;
  counts: Map<CountKind, number>;
}

export function createReaderCounts(now: () => number = Date.now): ReaderCounts {
  let day = indianDay(now());
  let names = new Map<CountKind, Set<string>>();
  let unknownPages = 0;
  let waiting = new Map<string, WaitingText>();
  let key = randomBytes(32);
  let increments = new Map<string, Increment>();

  function begin(today: string): void {
    day = today;
    names = new Map();
    unknownPages = 0;
    waiting = new Map();
    key = randomBytes(32);
  }

  function startDay(): void {
    const today = indianDay(now());
    if (today !== day) begin(today);
  }

  const namesOf = (kind: CountKind): Set<string> => {
    const found = names.get(kind) ?? new Set();
    names.set(kind, found);
    return found;
  };

  function increase(kind: CountKind, name: string, by = 1, of = day): void {
    const id = JSON.stringify([of, kind, name]);
    const existing = increments.get(id);
    if (existing === undefined) increments.set(id, { day: of, kind, name, by });
    else existing.by += by;
  }

  /** Returns whether the name has a count of its own, which it gets while there is room. */
  function isCounted(kind: CountKind, name: string): boolean {
    const counted = namesOf(kind);
    if (counted.has(name)) return true;
    if (counted.size >= MAX_NAMES[kind]) return false;
    counted.add(name);
    return true;
  }

  const addNamed = (kind: CountKind, name: string): void =>
    increase(kind, isCounted(kind, name) ? name : OTHER);

  function addPage({ path, isKnown }: CountedView): void {
    const isNew = !namesOf('page').has(path);
    if (isNew && !isKnown && unknownPages >= MAX_UNKNOWN_PAGES) return increase('page', OTHER);
    if (isNew && !isKnown) unknownPages += 1;
    return addNamed('page', path);
  }

  function waitingText(text: string): WaitingText {
    const found = waiting.get(text) ?? { searchers: new Set(), counts: new Map() };
    // Last again: the one that waits longest is the first to be forgotten.
    waiting.delete(text);
    waiting.set(text, found);
    const [oldest] = waiting.keys();
    if (waiting.size > MAX_WAITING_TEXTS && oldest !== undefined) waiting.delete(oldest);
    return found;
  }

  /** Gives a text its own counts, and what was counted without its name. */
  function release(text: string, { counts }: WaitingText): void {
    waiting.delete(text);
    for (const [kind, count] of counts) {
      if (!isCounted(kind, text)) continue;
      increase(kind, OTHER, -count);
      increase(kind, text, count);
    }
  }

  function addText(text: string, kinds: readonly CountKind[], address: string): void {
    const isStored = namesOf('search').has(text);
    for (const kind of kinds) if (isStored) addNamed(kind, text);
    if (isStored) return;
    const found = waitingText(text);
    found.searchers.add(createHash('sha256').update(key).update(address).digest('base64').slice(0, 12));
    for (const kind of kinds) {
      increase(kind, OTHER);
      found.counts.set(kind, (found.counts.get(kind) ?? 0) + 1);
    }
    if (found.searchers.size >= MIN_SEARCHERS) release(text, found);
  }

  return {
    addView(view) {
      startDay();
      increase('total', 'pages');
      addPage(view);
      const { arrival } = view;
      if (arrival === undefined) return;
      increase('total', 'arrivals');
      addNamed('source', arrival.source);
      if (arrival.host !== null) addNamed('referrer', arrival.host);
    },
    addSearch({ text, isEmpty, address }) {
      startDay();
      const kinds: CountKind[] = isEmpty ? ['search', 'empty-search'] : ['search'];
      increase('total', 'searches');
      if (isEmpty) increase('total', 'empty_searches');
      if (text !== null) addText(text, kinds, address);
      else for (const kind of kinds) increase(kind, OTHER);
    },
    take() {
      const taken = [...increments.values()].filter(({ by }) => by !== 0);
      increments = new Map();
      return taken;
    },
    putBack(failed) {
      for (const { kind, name, by, day: of } of failed) increase(kind, name, by, of);
    },
    noteStored(of, stored) {
      if (of !== day) return;
      for (const { kind, name } of stored) if (name !== OTHER) namesOf(kind).add(name);
    },
  };
}
