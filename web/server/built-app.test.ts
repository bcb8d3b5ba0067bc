import { describe, expect, it } from 'vitest';
import { filesOf, type Manifest } from './built-app.ts';

const manifest: Manifest = {
  'src/entries/reading.tsx': { file: 'main.js', isEntry: true, css: ['main.css'], imports: ['_kit.js'] },
  '_kit.js': { file: 'kit.js' },
  '_list.js': { file: 'list.js', css: ['list.css'], imports: ['_kit.js'] },
  'src/a-page.tsx': { file: 'a.js', css: ['a.css'], imports: ['src/entries/reading.tsx', '_list.js'] },
};

describe('filesOf', () => {
  it('returns the chunks of a page that its entry does not include, styles of imported ones first', () => {
    expect(filesOf(manifest, 'reading', ['src/a-page.tsx'])).toEqual({
      scripts: ['a.js', 'list.js'],
      styles: ['list.css', 'a.css'],
    });
  });
  it('returns the files of layout routes and their page once', () => {
    expect(filesOf(manifest, 'reading', ['_list.js', 'src/a-page.tsx'])).toEqual({
      scripts: ['a.js', 'list.js'],
      styles: ['list.css', 'a.css'],
    });
  });
  it('returns a style that several chunks have once', () => {
    const withShared: Manifest = {
      ...manifest,
      '_card.js': { file: 'card.js', css: ['list.css'], imports: ['_list.js'] },
    };
    expect(filesOf(withShared, 'reading', ['_card.js', 'src/a-page.tsx']).styles).toEqual([
      'list.css',
      'a.css',
    ]);
  });
  it('throws for a page that is not in the build', () => {
    expect(() => filesOf(manifest, 'reading', ['src/b-page.tsx'])).toThrow('The build has no src/b-page.tsx');
  });
});
