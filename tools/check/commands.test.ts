import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const [commands = '', layout = ''] = read('docs/commands.md').split('## Layout');

/** Named in the README. */
const IN_README: readonly string[] = ['start', 'test'];
/** Steps of `npm start` and `npm test`. */
const STEPS: readonly string[] = ['web build', 'web start', 'web check'];

/** Returns the scripts of every package.json, as the table names them: `contract:fuzz`, and `kit -w web` of a workspace. */
function scripts(): string[] {
  return files
    .filter((file) => /(?:^|\/)package\.json$/.test(file) && !file.includes('/fixtures/'))
    .flatMap((file) => {
      const { name, scripts: own = {} } = JSON.parse(read(file)) as {
        name?: string;
        scripts?: Record<string, string>;
      };
      const folder = dirname(file);
      return Object.keys(own)
        .filter((script) => !STEPS.includes(`${folder} ${script}`))
        .map((script) => [script, ...(folder === '.' ? [] : [[folder, name ?? '']])] as const)
        .map(([script, workspace]) =>
          workspace === undefined ? script : `${script} -w (?:${workspace.join('|')})`,
        );
    })
    .filter((script) => !IN_README.includes(script));
}

const parentsOf = (file: string, depth: number): string[] => {
  const parts = file.split('/');
  return parts.length > depth ? [parts.slice(0, depth).join('/')] : [];
};

describe('docs/commands.md', () => {
  it('has a row for each npm script', () => {
    const missing = scripts().filter(
      (script) => !new RegExp(`\`npm run (?:--silent )?${script}(?:\`| )`).test(commands),
    );
    expect(missing).toEqual([]);
  });

  it('names no script that does not exist', () => {
    const known = new Set([...scripts().map((script) => script.split(' ', 1).join()), ...IN_README]);
    const named = [...commands.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has each folder in its layout', () => {
    const grouped = ['services', 'packages', 'infra', 'tools', 'tests'];
    const folders = files.flatMap((file) =>
      grouped.some((group) => file.startsWith(`${group}/`)) ? parentsOf(file, 2) : parentsOf(file, 1),
    );
    const expected = [...new Set(folders)].filter((folder) => !folder.startsWith('.'));
    expect(expected.filter((folder) => !layout.includes(`\`${folder}\``))).toEqual([]);
    const named = [...layout.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
    );
    expect(named.filter((folder) => !expected.includes(folder))).toEqual([]);
  });
});

describe('README.md', () => {
  it('fits on two screens of 30 rows and 100 columns', () => {
    const rows = read('README.md')
      .trimEnd()
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 100)), 0);
    expect(rows).toBeLessThanOrEqual(60);
  });
});
