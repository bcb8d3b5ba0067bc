/**
 * The first word of docstrings, and of comments between declarations, that are relative clauses ("What a page shows.") or
 * fragments ("Of one address."): they cannot be understood before the declaration below them. docs/glossary.md.
 */
const OBLIQUE = /^(?:\s*\/\*\*\s*(?:\n\s*\*\s*)?|\/\/ )((?:What|Where|Of|Who|Whose|How|Which)\b.*)/gm;

/** Returns the oblique first lines of the docstrings and top-level comments in a source. */
export const findObliqueDocstrings = (source: string): string[] =>
  Array.from(source.matchAll(OBLIQUE), ([, line = '']) => line.replace(/\s*\*\/.*$/, ''));
