import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { check } from 'k6';

export type Kind = 'page' | 'read' | 'write';

/** Sends the requests of one visitor, each named and counted by its kind. */
export interface Visitor {
  get(kind: Kind, name: string, path: string, headers?: Record<string, string>): K6Response;
  post(name: string, url: string, body: object, headers?: Record<string, string>): K6Response;
}
type K6Response = RefinedResponse<ResponseType>;

export function createVisitor(baseUrl: string): Visitor {
  const checked = (name: string, response: K6Response): K6Response => {
    check(response, { [`${name} is 200`]: ({ status }) => status === 200 });
    return response;
  };
  const urlOf = (path: string): string => (path.startsWith('/') ? `${baseUrl}${path}` : path);
  return {
    get: (kind, name, path, headers = {}) =>
      checked(
        name,
        http.get(urlOf(path), {
          tags: { kind, name },
          headers: { accept: kind === 'page' ? 'text/html' : '*/*', 'accept-encoding': 'gzip', ...headers },
        }),
      ),
    post: (name, path, body, headers = {}) =>
      checked(
        name,
        http.post(urlOf(path), JSON.stringify(body), {
          tags: { kind: 'write', name },
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
  };
}

export function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
