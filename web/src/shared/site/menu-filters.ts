/** Parameters of the categories in the menu, among which readers of the newsletter choose as well: those with posts. */
export const MENU_FILTERS = {
  'filters[show_nav][$eq]': true,
  'filters[posts][id][$notNull]': true,
} as const;
