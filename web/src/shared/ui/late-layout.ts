/** Entries of a list that the first screen of a phone shows. */
const FIRST_SCREEN = 4;

/** Whether the entry of a list gets the class `late-layout` (`base.css`). */
export const isBelowFirstScreen = (index: number): boolean => index >= FIRST_SCREEN;
