import { randomUUID } from 'node:crypto';
import type { Actor } from '@vidhi/contracts/actor.ts';
import { auditChanges } from '@vidhi/contracts/audit.ts';
import { isConsoleList, mayOpenList, type ConsoleListName } from '@vidhi/contracts/console-lists.ts';
import {
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  type ChangeViewBody,
  type SaveViewBody,
  type ViewArrangement,
} from '@vidhi/contracts/console-views.ts';
import { forbidden, notFound, WireError } from '@vidhi/contracts/errors.ts';
import { ROLE } from '@vidhi/contracts/roles.ts';
import type { TopicLayout } from '@vidhi/contracts/topics.ts';
import { createAuditEntry } from '@vidhi/outbox/audit-entry.ts';
import type { StoredEntry } from '@vidhi/outbox/entry.ts';
import type { Principal } from '@vidhi/service-kit/token-verifier.ts';
import type { ConsoleViewRepository, StoredView } from './console-view-repository.ts';

export interface ListedViews {
  views: StoredView[];
  arrangement: ViewArrangement;
}

/** Saved views of the console's lists. Every call rejects with 403 for a list that the caller may not open. */
export interface ConsoleViewCalls {
  list(list: ConsoleListName, principal: Principal): Promise<ListedViews>;
  save(values: SaveViewBody, principal: Principal, actor: Actor): Promise<StoredView>;
  change(id: string, values: ChangeViewBody, principal: Principal, actor: Actor): Promise<StoredView>;
  remove(id: string, principal: Principal, actor: Actor): Promise<void>;
  arrange(list: ConsoleListName, arrangement: ViewArrangement, principal: Principal): Promise<void>;
}

interface ConsoleViewsDependencies {
  views: ConsoleViewRepository;
  auditTopic: TopicLayout;
  now?: () => Date;
}

/** Returns whether somebody may change and delete a view that they see. */
export const mayChangeView = (view: StoredView, { userId, role }: Principal): boolean =>
  view.owner === userId || (view.shared && role === ROLE.administrator);

const AUDITED = ['name', 'query', 'shared'] as const;

const conflict = (message: string): WireError => new WireError(409, 'ConflictError', message);

export function createConsoleViews(dependencies: ConsoleViewsDependencies): ConsoleViewCalls {
  const { views, auditTopic, now = () => new Date() } = dependencies;

  const assertMayOpen = (list: ConsoleListName, principal: Principal): void => {
    if (!mayOpenList(principal, list)) throw forbidden();
  };

  /** Returns the entries of a write, which stores them itself. Views that only their owner sees have none. */
  function entriesOf(before: StoredView | null, after: StoredView | null, actor: Actor): StoredEntry[] {
    const view = after ?? before;
    if (view === null || !(before?.shared === true || after?.shared === true)) return [];
    const rev = after?.rev ?? view.rev + 1;
    const action = before === null ? 'create' : after === null ? 'delete' : 'update';
    return [
      createAuditEntry(auditTopic, {
        service: 'accounts',
        type: 'console-view',
        id: view._id,
        rev,
        at: now(),
        actor,
        action,
        label: `${view.name} (${view.list})`,
        changes:
          after === null
            ? []
            : auditChanges({
                before: { ...before },
                after: { ...after },
                names: AUDITED,
                rev,
                // A search may have somebody's name or address.
                isPersonal: (name) => name === 'query',
              }),
      }),
    ];
  }

  async function assertRoom(list: string, isShared: boolean, owner: number): Promise<void> {
    const listed = await views.list(list, owner);
    const count = listed.filter((view) => view.shared === isShared).length;
    if (isShared && count >= MAX_SHARED_VIEWS)
      throw conflict(`This list has ${MAX_SHARED_VIEWS} shared views. Please delete one first`);
    if (!isShared && count >= MAX_OWN_VIEWS)
      throw conflict(`You have ${MAX_OWN_VIEWS} views of this list. Please delete one first`);
  }

  /** Rejects with 404 for a view that the caller does not see, and 403 for one that the caller may not change. */
  async function findEditable(id: string, principal: Principal): Promise<StoredView> {
    const view = await views.find(id);
    if (view === null || !isConsoleList(view.list)) throw notFound();
    const isVisible = view.owner === principal.userId || view.shared;
    if (!isVisible || !mayOpenList(principal, view.list)) throw notFound();
    if (!mayChangeView(view, principal))
      throw forbidden('Only the person who shared this view, or an administrator, can change it');
    return view;
  }

  return {
    async list(list, principal) {
      assertMayOpen(list, principal);
      const [listed, arrangement] = await Promise.all([
        views.list(list, principal.userId),
        views.findArrangement(list, principal.userId),
      ]);
      return {
        views: listed,
        arrangement: { pinned: arrangement?.pinned ?? null, first: arrangement?.first ?? null },
      };
    },
    async save({ list, name, query, shared }, principal, actor) {
      assertMayOpen(list, principal);
      await assertRoom(list, shared, principal.userId);
      const view: StoredView = {
        _id: randomUUID(),
        list,
        name: name.trim(),
        query,
        shared,
        owner: principal.userId,
        rev: 1,
        createdAt: now(),
      };
      await views.insert(view, entriesOf(null, view, actor));
      return view;
    },
    async change(id, values, principal, actor) {
      const before = await findEditable(id, principal);
      const after: StoredView = {
        ...before,
        name: values.name?.trim() ?? before.name,
        query: values.query ?? before.query,
        shared: values.shared ?? before.shared,
        rev: before.rev + 1,
      };
      if (after.shared !== before.shared) await assertRoom(before.list, after.shared, before.owner);
      if (!(await views.replace(after, before.rev, entriesOf(before, after, actor))))
        throw conflict('Somebody else has just changed this view. Please try again');
      return after;
    },
    async remove(id, principal, actor) {
      const view = await findEditable(id, principal);
      if (!(await views.remove(id, view.rev, entriesOf(view, null, actor))))
        throw conflict('Somebody else has just changed this view. Please try again');
    },
    async arrange(list, arrangement, principal) {
      assertMayOpen(list, principal);
      await views.saveArrangement(list, principal.userId, {
        pinned: arrangement.pinned === null ? null : [...arrangement.pinned],
        first: arrangement.first,
      });
    },
  };
}
