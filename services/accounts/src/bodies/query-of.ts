import qs from 'qs';

/** Parses the query of a URL as the reference does: a parameter without an equals sign is null. */
export const queryOf = (url: string): Record<string, unknown> => {
  const at = url.indexOf('?');
  const options = { depth: 5, parameterLimit: 100, strictNullHandling: true };
  return at === -1 ? {} : qs.parse(url.slice(at + 1), options);
};
