/** Words of what names entries, by plural names. */
const USERS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  lawyers: ['profile', 'profiles'],
  books: ['book', 'books'],
  courts: ['court', 'courts'],
  cities: ['city', 'cities'],
  'state-districts': ['district', 'districts'],
};

/** `12 profiles, 1 court`. */
export const usesText = (usedBy: Readonly<Record<string, number>>): string =>
  Object.entries(usedBy)
    .map(([plural, count]) => `${count} ${USERS[plural]?.[count === 1 ? 0 : 1] ?? plural}`)
    .join(', ');
