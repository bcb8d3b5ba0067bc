/** Share of each action in percent; a test checks that they add up. */
export const MIX = {
  article: 35,
  home: 15,
  categoryOrTag: 15,
  search: 10,
  catalogueList: 8,
  item: 6,
  directory: 4,
  feed: 3,
  account: 2,
  checkout: 2,
} as const;

export type Action = keyof typeof MIX;

/** Returns the action at a point of the mix, from 0 inclusive to 1 exclusive. */
export function actionAt(point: number): Action {
  let end = 0;
  for (const [action, percent] of Object.entries(MIX) as [Action, number][]) {
    end += percent / 100;
    if (point < end) return action;
  }
  return 'article';
}
