const MIN_LENGTH = 3;

/** Returns whether a text says what a picture shows. */
export const isAlternativeText = (text: string): boolean => text.trim().length >= MIN_LENGTH;

export const ALTERNATIVE_TEXTS = {
  label: 'Alternative text',
  help: 'What the picture shows, for readers who cannot see it',
  missing: 'Say what the picture shows, for readers who cannot see it',
} as const;
