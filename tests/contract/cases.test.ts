import { describe, expect, it } from 'vitest';
import { caseFiles, expand, parseCases, readCases, wirePath } from './cases.ts';

describe('a line of a case file', () => {
  it('expands groups of the same size in parallel', () => {
    expect(expand('on <<a|b>>', '/api/<<x|y>>?q=<<1|2>>')).toEqual([
      { name: 'on a', request: '/api/x?q=1' },
      { name: 'on b', request: '/api/y?q=2' },
    ]);
  });

  it('combines groups of different sizes, and appends the groups missing in the name', () => {
    const made = expand('on <<a|b>>', '/<<x|y>>?q=<<1|2|3>>');
    expect(made).toHaveLength(6);
    expect(made.map(({ name }) => name)).toContain('on b, 3');
  });

  it('reads method, body and the number of a difference', () => {
    expect(parseCases('# Section\n~6 without a name | POST /api/tags {"data":{"slug":"a b"}}')).toEqual([
      {
        section: 'Section',
        name: 'without a name',
        method: 'POST',
        path: '/api/tags',
        body: '{"data":{"slug":"a b"}}',
        difference: 6,
      },
    ]);
  });

  it('reads the sender, and the status until which a request is repeated', () => {
    expect(parseCases('# S\n~A21 (visitor) until 429: logins | POST /api/auth/local {}')).toEqual([
      {
        section: 'S',
        name: 'logins',
        method: 'POST',
        path: '/api/auth/local',
        body: '{}',
        as: 'visitor',
        until: 429,
        difference: 'A21',
      },
    ]);
  });

  it('distinguishes spaces in a path from a body', () => {
    expect(parseCases('# S\nspaced | /api/tags?filters[name]=Direct Tax')[0]?.path).toBe(
      '/api/tags?filters[name]=Direct%20Tax',
    );
  });

  it('sends a form when the body begins with an equals sign', () => {
    const [one] = parseCases('# S\nform | POST /api/tags =data[name]=A B');
    expect(one).toMatchObject({ body: 'data[name]=A B', bodyType: 'application/x-www-form-urlencoded' });
  });

  it('rejects a line without a name', () => {
    expect(() => parseCases('/api/tags')).toThrow('name | request');
  });

  it('expands long lists', () => {
    const [one] = parseCases('# S\nlist | /api/tags?<<<list filters[id][$in] 3>>>&<<<repeat a 2>>>');
    expect(one?.path).toBe(
      '/api/tags?filters[id][$in][0]=1&filters[id][$in][1]=2&filters[id][$in][2]=3&a=1&a=2',
    );
  });
});

describe('a path on the wire', () => {
  it('does not encode percent-encoded characters again, even malformed ones', () => {
    expect(wirePath('/a?b=%zz&c=%5B')).toBe('/a?b=%zz&c=%5B');
  });

  it('encodes characters that are not allowed in a request line', () => {
    expect(wirePath('/a?b="<न>"')).toBe('/a?b=%22%3C%E0%A4%A8%3E%22');
  });
});

describe('the case files', () => {
  it.each(caseFiles())('have a unique name for every case of %s', (file) => {
    const cases = readCases(file);
    const keys = cases.map(({ section, name }) => `${section}/${name}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
