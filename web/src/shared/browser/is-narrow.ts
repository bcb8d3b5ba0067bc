/** Whether the window is as narrow as that of a phone: `--below-medium` of the style sheets. */
export const isNarrow = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(max-width: 47.99rem)').matches;
