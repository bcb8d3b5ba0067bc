import { isConsoleList } from '@vidhi/contracts/console-lists.ts';
import type {
  ChangeViewBody,
  ConsoleView,
  ConsoleViews,
  SaveViewBody,
  ViewArrangement,
} from '@vidhi/contracts/console-views.ts';
import { resourceApi } from './resource-api.ts';

const PATH = '/console-views';

/** The saved views of a list, by the name of its resource. */
const viewApi = resourceApi<ConsoleViews>('console-views', {
  list: () => PATH,
  toPage: (body) => ({ rows: [body as ConsoleViews], total: 1 }),
  one: (list) => `${PATH}?list=${list}`,
});

const NONE: ConsoleViews = { data: [], meta: { arrangement: { pinned: null, first: null } } };

/**
 * Returns the saved views of a list as the server has them; none while they load, and of lists without saved views.
 * `isKnown`: that there is no other view.
 */
export function useConsoleViews(list: string): ConsoleViews & { canSave: boolean; isKnown: boolean } {
  const isSkipped = !isConsoleList(list);
  const { currentData } = viewApi.useRow(list, { isSkipped });
  return {
    ...(currentData ?? NONE),
    canSave: currentData !== undefined,
    isKnown: isSkipped || currentData !== undefined,
  };
}

/** Returns the calls that change the saved views of a list; each resolves with `{ data }` or `{ error }`. */
export function useViewWrites(list: string) {
  const { send } = viewApi.useWrites();
  return {
    save: async (body: Omit<SaveViewBody, 'list'>) => {
      const result = await send({ url: PATH, method: 'POST', body: { ...body, list } }, list);
      return result.error === undefined
        ? { data: (result.data as { data: ConsoleView }).data }
        : { error: result.error };
    },
    change: async (id: string, body: ChangeViewBody) =>
      send({ url: `${PATH}/${id}`, method: 'PUT', body }, list),
    remove: async (id: string) => send({ url: `${PATH}/${id}`, method: 'DELETE' }, list),
    arrange: async (body: ViewArrangement) =>
      send({ url: `${PATH}/arrangements/${list}`, method: 'PUT', body }, list),
  };
}
