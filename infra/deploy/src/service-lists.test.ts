import { describe, expect, it } from 'vitest';
import { withServiceLists } from './service-lists.ts';

const FILE = `# Written by hand.
resources:
  - base
# One line for each service.
images:
  - { name: vidhi/news, newTag: '1.2.3' } # our release
  - { name: vidhi/former, newTag: '1.0.0' }
jobs:
  - names:
      - news
`;

describe('the lists of services in files that are written by hand', () => {
  it('get missing entries and lose former ones; everything else stays', () => {
    const images = new Map(
      ['vidhi/news', 'vidhi/hello'].map((name) => [name, { name, newTag: '1.0.0' }] as const),
    );
    const names = new Map(['news', 'hello'].map((name) => [name, name] as const));
    expect(
      withServiceLists(FILE, [
        { path: ['images'], entries: images },
        { path: ['jobs', 0, 'names'], entries: names },
      ]),
    ).toBe(`# Written by hand.
resources:
  - base
# One line for each service.
images:
  - { name: vidhi/news, newTag: '1.2.3' } # our release
  - { name: vidhi/hello, newTag: 1.0.0 }
jobs:
  - names:
      - news
      - hello
`);
  });

  it('must exist', () => {
    expect(() => withServiceLists(FILE, [{ path: ['replicas'], entries: new Map() }])).toThrow(
      'no list at replicas',
    );
  });
});
