import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDocument } from '@vidhi/contracts/stored-document.ts';
import { createReadModel, type ReadModel, respondList, respondOne } from '@vidhi/content-engine';
import { memoryLiveModel } from '@vidhi/content-service/testing.ts';
import type { LiveModel } from '@vidhi/content-service';
import { aNamed, aPicture, aProfile } from '../catalog-builder.ts';
import { catalogCollections } from '../collections/catalog-collections.ts';
import { createRule36, type Rule36 } from './rule36.ts';

let model: ReadModel;
let live: LiveModel;
let rule36: Rule36;
let stored: Map<number, StoredDocument>;
/** Called during a reload, after the first profile. */
let meanwhile: () => void;
let failures: unknown[];

const write = (doc: StoredDocument): void => {
  stored.set(doc.id, doc);
  live.put('lawyer', doc, 1);
};
const turn = (on: boolean): void => live.put('site-option', { id: 1, rule36_mode: on }, 1);

beforeEach(() => {
  stored = new Map();
  meanwhile = () => undefined;
  failures = [];
  model = createReadModel(catalogCollections);
  rule36 = createRule36({
    model,
    async eachProfile(put) {
      const all = [...stored.values()];
      put(all[0] ?? aProfile(1));
      meanwhile();
      for (const doc of all.slice(1)) put(doc);
    },
    onFailure: (error) => void failures.push(error),
  });
  live = memoryLiveModel(model, {
    transform: (name, doc) => rule36.apply(name, doc),
    onPut: (name, doc) => rule36.noteChange(name, doc.id, doc),
  });
  turn(false);
  live.put('file', aPicture(1), 1);
  live.put('specialization', aNamed(1, 'Tax'), 1);
  for (const id of [1, 2, 3])
    write(aProfile(id, { SecondaryImageIds: [1], PropertyList1: [1], SubCategory2: id === 3 ? '1' : '0' }));
});

const one = (id: number, audience: 'public' | 'member' = 'member') =>
  JSON.parse(respondOne(model, 'lawyer', id, 'populate=*', audience).toString()).data.attributes;
const ids = (query: string): number[] =>
  JSON.parse(respondList(model, 'lawyer', query, 'member').toString()).data.map(
    ({ id }: { id: number }) => id,
  );

const WHOLE = {
  Price: 1001,
  Detail1: '<p>Profile 1</p>',
  PrimaryImageId: { data: { id: 1 } },
  SecondaryImageIds: { data: [{ id: 1 }] },
};
const RESTRICTED = {
  Title: 'Adv. 1',
  SubTitle: 'LL.B.',
  Price: null,
  Detail1: null,
  PrimaryImageId: { data: null },
  SecondaryImageIds: { data: null },
  PropertyList1: { data: [{ id: 1 }] },
};

describe('rule36_mode', () => {
  it('sets fee, photo, gallery and description to null while it is on, for members too', async () => {
    expect(one(1)).toMatchObject(WHOLE);
    turn(true);
    expect(one(1)).toMatchObject(RESTRICTED);
    expect(one(1, 'public')).toMatchObject({ Detail1: null, PrimaryImageId: { data: null } });
    expect(one(3)).toMatchObject({ Price: null, Detail1: null });
    turn(false);
    await rule36.settled();
    expect(one(1)).toMatchObject(WHOLE);
  });

  it('prevents filtering and sorting by redacted attributes', () => {
    expect(ids('filters[Detail1][$containsi]=profile')).toEqual([1, 2, 3]);
    expect(ids('sort=Price:desc')).toEqual([3, 2, 1]);
    turn(true);
    for (const query of [
      'filters[Detail1][$containsi]=profile',
      'filters[Price][$gt]=1',
      'filters[PrimaryImageId][id]=1',
      'filters[SecondaryImageIds][name][$notNull]=true',
      '_q=Profile',
    ])
      expect([query, ids(query)]).toEqual([query, []]);
    expect(ids('sort=Price:desc')).toEqual([1, 2, 3]);
  });

  it('redacts profiles written while it is on, and restores them afterwards', async () => {
    turn(true);
    write(aProfile(4, { Price: 5 }));
    expect(one(4)).toMatchObject({ Price: null, Detail1: null, PrimaryImageId: { data: null } });
    turn(false);
    await rule36.settled();
    expect(one(4).Price).toBe(5);
  });

  it('keeps a change made during a reload', async () => {
    turn(true);
    meanwhile = () => live.put('lawyer', aProfile(2, { Price: 77 }), 2);
    turn(false);
    await rule36.settled();
    expect(one(2).Price).toBe(77);
  });

  it('restores profiles after failed attempts to read the database', async () => {
    turn(true);
    meanwhile = () => {
      meanwhile = () => undefined;
      throw new Error('away');
    };
    turn(false);
    await rule36.settled();
    expect(failures).toEqual([new Error('away')]);
    for (const id of [1, 2, 3]) expect(one(id).Price).not.toBeNull();
  });

  it('is settled except during a reload', async () => {
    const seen: boolean[] = [];
    const check = (): void => void seen.push(rule36.isSettled);
    meanwhile = check;
    check();
    turn(true);
    check();
    turn(false);
    check();
    await rule36.settled();
    check();
    // The second of the three values was taken during the reload.
    expect(seen).toEqual([true, true, false, false, true]);
  });

  it('stays on when it is switched on again during a reload', async () => {
    turn(true);
    meanwhile = () => turn(true);
    turn(false);
    await rule36.settled();
    for (const id of [1, 2, 3]) expect(one(id).Price).toBeNull();
    expect(rule36.isSettled).toBe(true);
  });
});

describe('rule36_mode before its first event', () => {
  beforeEach(() => {
    model = createReadModel(catalogCollections);
    rule36 = createRule36({
      model,
      eachProfile: async (put) => put(aProfile(1)),
      onFailure: (error) => void failures.push(error),
    });
    live = memoryLiveModel(model, {
      transform: (name, doc) => rule36.apply(name, doc),
      onPut: (name, doc) => rule36.noteChange(name, doc.id, doc),
    });
    live.put('lawyer', aProfile(1), 1);
  });

  it('hides what it could hide', () => {
    expect(one(1)).toMatchObject({ Price: null, Detail1: null });
  });

  it('is off once the topics were read to their end without it', async () => {
    rule36.noteCaughtUp();
    await rule36.settled();
    expect(one(1)).toMatchObject({ Price: 1001, Detail1: '<p>Profile 1</p>' });
  });

  it('keeps the setting that it received after the topics were read to their end', async () => {
    turn(true);
    rule36.noteCaughtUp();
    await rule36.settled();
    expect(one(1)).toMatchObject({ Price: null, Detail1: null });
  });
});
