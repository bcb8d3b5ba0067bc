import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditFact } from '@vidhi/contracts/audit.ts';
import { MAX_OWN_VIEWS, type SaveViewBody } from '@vidhi/contracts/console-views.ts';
import type { Desk } from '@vidhi/contracts/desks.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import { TOPICS } from '@vidhi/contracts/topics.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import { inMemoryConsoleViews, type ConsoleViewRepository } from './console-view-repository.ts';
import { createConsoleViews, type ConsoleViewCalls } from './console-views.ts';

const editor = (userId: number, ...desks: Desk[]): Principal => ({
  userId,
  role: ROLE.editor,
  tokenVersion: 1,
  desks,
});
const ASHA = editor(1, 'news');
const MEENA = editor(2, 'news');
const SHOP = editor(3, 'shop');
const ADMINISTRATOR: Principal = { userId: 11, role: ROLE.administrator, tokenVersion: 1, desks: [] };
const ACTOR = { id: 1, role: ROLE.editor, via: 'console' } as const;
const OWN: SaveViewBody = { list: 'posts', name: 'Waiting', query: '?f[state]=in_review', shared: false };
const SHARED: SaveViewBody = { ...OWN, name: 'Tax, this week', shared: true };

let facts: AuditFact[];
let repository: ConsoleViewRepository;
let calls: ConsoleViewCalls;
beforeEach(() => {
  facts = [];
  repository = inMemoryConsoleViews(({ data }) => void facts.push(data as AuditFact));
  calls = createConsoleViews({ views: repository, auditTopic: TOPICS.siteAudit });
});

const namesFor = async (principal: Principal): Promise<string[]> =>
  (await calls.list('posts', principal)).views.map(({ name }) => name);

describe('saved views', () => {
  it('are seen by their owner alone, or by everybody who may open the list', async () => {
    await calls.save(OWN, ASHA, ACTOR);
    await calls.save(SHARED, ASHA, ACTOR);
    expect(await namesFor(ASHA)).toEqual(['Waiting', 'Tax, this week']);
    expect(await namesFor(MEENA)).toEqual(['Tax, this week']);
    await expect(calls.list('posts', SHOP)).rejects.toMatchObject({ status: 403 });
    await expect(calls.save(SHARED, SHOP, ACTOR)).rejects.toMatchObject({ status: 403 });
  });

  it('are changed and deleted by their owner, and by an administrator where they are shared', async () => {
    const own = await calls.save(OWN, ASHA, ACTOR);
    const shared = await calls.save(SHARED, ASHA, ACTOR);
    await expect(calls.remove(shared._id, MEENA, ACTOR)).rejects.toMatchObject({ status: 403 });
    await expect(calls.change(shared._id, { name: 'Mine' }, MEENA, ACTOR)).rejects.toMatchObject({
      status: 403,
    });
    await expect(calls.remove(own._id, ADMINISTRATOR, ACTOR)).rejects.toMatchObject({ status: 404 });
    await expect(calls.remove(shared._id, SHOP, ACTOR)).rejects.toMatchObject({ status: 404 });
    await calls.change(shared._id, { name: 'Tax' }, ADMINISTRATOR, ACTOR);
    expect(await namesFor(MEENA)).toEqual(['Tax']);
    await calls.remove(shared._id, ADMINISTRATOR, ACTOR);
    await calls.remove(own._id, ASHA, ACTOR);
    expect(await namesFor(ASHA)).toEqual([]);
  });

  it('leave facts while they are shared, without what they search for', async () => {
    await calls.save(OWN, ASHA, ACTOR);
    const { _id: id } = await calls.save(SHARED, ASHA, ACTOR);
    await calls.change(id, { query: '?q=somebody', shared: false }, ASHA, ACTOR);
    await calls.change(id, { name: 'Own now' }, ASHA, ACTOR);
    expect(facts.map(({ action, label }) => `${action} ${label}`)).toEqual([
      'create Tax, this week (posts)',
      'update Tax, this week (posts)',
    ]);
    expect(facts[1]?.changes).toEqual([{ path: 'query' }, { path: 'shared', from: true, to: false }]);
  });

  it('are not overwritten by a change of what somebody else has changed meanwhile', async () => {
    const { _id: id } = await calls.save(SHARED, ASHA, ACTOR);
    const slow = createConsoleViews({
      views: {
        ...repository,
        replace: async (view, rev, entries) => {
          await calls.change(id, { name: 'First' }, ADMINISTRATOR, ACTOR);
          return repository.replace(view, rev, entries);
        },
      },
      auditTopic: TOPICS.siteAudit,
    });
    await expect(slow.change(id, { name: 'Second' }, ASHA, ACTOR)).rejects.toMatchObject({ status: 409 });
    expect(await namesFor(ASHA)).toEqual(['First']);
    // The change that lost has left no fact.
    expect(facts.map(({ label }) => label)).toEqual(['Tax, this week (posts)', 'First (posts)']);
  });

  it('have a limit for each person', async () => {
    for (let count = 0; count < MAX_OWN_VIEWS; count += 1) await calls.save(OWN, ASHA, ACTOR);
    await expect(calls.save(OWN, ASHA, ACTOR)).rejects.toMatchObject({ status: 409 });
    await calls.save(OWN, MEENA, ACTOR);
  });

  it('are arranged by each person', async () => {
    await calls.arrange('posts', { pinned: ['scheduled', 'mine'], first: 'mine' }, ASHA);
    const arrangementOf = async (who: Principal) => (await calls.list('posts', who)).arrangement;
    expect(await arrangementOf(ASHA)).toEqual({ pinned: ['scheduled', 'mine'], first: 'mine' });
    expect(await arrangementOf(MEENA)).toEqual({ pinned: null, first: null });
    await expect(calls.arrange('posts', { pinned: [], first: null }, SHOP)).rejects.toMatchObject({
      status: 403,
    });
  });
});
