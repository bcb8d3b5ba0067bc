import { describe, expect, it } from 'vitest';
import { filesOf, type Manifest } from './built-app.ts';

const manifest: Manifest = {
  'src/entries/reading.tsx': { file: 'main.js', isEntry: true, css: ['main.css'], imports: ['_kit.js'] },
  '_kit.js': { file: 'kit.js' },
  '_list.js': { file: 'list.js', css: ['list.css'], imports: ['_kit.js'] },
  'src/a-page.tsx': { file: 'a.js', css: ['a.css'], imports: ['src/entries/reading.tsx', '_list.js'] },
};

describe('the files of a page', () => {
  it('are its chunk and what that imports, without what the entry brings', () => {
    expect(filesOf(manifest, 'reading', 'src/a-page.tsx')).toEqual({
      scripts: ['a.js', 'list.js'],
      styles: ['a.css', 'list.css'],
    });
  });
  it('are never forgotten: a page that the build lacks is an error', () => {
    expect(() => filesOf(manifest, 'reading', 'src/b-page.tsx')).toThrow('The build has no src/b-page.tsx');
  });
});
