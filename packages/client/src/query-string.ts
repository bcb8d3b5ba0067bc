/**
 * Returns the query string of nested values in the notation of Strapi 4: `filters[title][$contains]=tax`,
 * `fields[0]=title`. Undefined and null are left out.
 */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return pairs.join('&');
}
