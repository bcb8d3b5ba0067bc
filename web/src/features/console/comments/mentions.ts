interface Person {
  id: number;
  name: string;
}

const MAX_OFFERED = 6;
/** The beginning of a name after an at sign, up to the cursor: names have up to three words. */
const TYPED = /(?:^|\s)@([^\s@]*(?: [^\s@]+){0,2})$/;

/** Returns the beginning of a name that is being typed at the end of a text; null where there is none. */
export const typedName = (beforeCursor: string): string | null => TYPED.exec(beforeCursor)?.[1] ?? null;

/** Returns the people whose names begin with what is typed, or have a word that does. */
export function peopleFor<One extends Person>(typed: string, people: readonly One[]): readonly One[] {
  const text = typed.toLowerCase();
  return people
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${text}`))
    .filter(({ name }) => name.toLowerCase() !== text)
    .slice(0, MAX_OFFERED);
}

/** Replaces the beginning of a name before the cursor by the whole name. Returns the text and the place of the cursor. */
export function withName(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const before = text.slice(0, cursor);
  const typed = typedName(before) ?? '';
  const start = `${before.slice(0, before.length - typed.length)}${name} `;
  return { text: start + text.slice(cursor).trimStart(), cursor: start.length };
}

/** Returns the ids of the people whom a text mentions. */
export const mentionsIn = (text: string, people: readonly Person[]): number[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
