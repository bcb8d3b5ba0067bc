const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns `2026-11` as `November 2026`. */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
