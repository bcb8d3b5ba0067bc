import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { groupProjects } from './type-programs.ts';

const root = mkdtempSync(join(tmpdir(), 'vidhi-types-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a workspace with one source file, and returns the path of its configuration. */
function workspace(name: string, compilerOptions: object, source = 'export {};', more: object = {}): string {
  mkdirSync(join(root, name, 'src'), { recursive: true });
  writeFileSync(join(root, name, 'src', 'index.ts'), source);
  const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['src'], ...more };
  writeFileSync(join(root, name, 'tsconfig.json'), JSON.stringify(config));
  return join(name, 'tsconfig.json');
}

const DECLARES =
  "declare module 'fastify' {\n  interface FastifyRequest {\n    page: number;\n  }\n}\nexport {};";

describe('the programs of the type check', () => {
  it('have the workspaces with the same options, in any order', () => {
    const files = [
      workspace('services/a', { allowJs: true, resolveJsonModule: true }),
      workspace('services/b', { resolveJsonModule: true, allowJs: true }),
      workspace('services/c', { allowJs: true, lib: ['dom'] }),
    ];
    expect(groupProjects(root, files).map(({ workspaces }) => workspaces)).toEqual([
      ['services/a', 'services/b'],
      ['services/c'],
    ]);
  });

  it('keep a service that augments a module by itself, and not a package, nor one that declares a module without types', () => {
    const files = [
      workspace('packages/d', {}, DECLARES),
      workspace('services/e', {}),
      workspace('services/f', {}, DECLARES),
      workspace('services/u', {}, "declare module 'untyped' {\n  export const page: number;\n}\n"),
    ];
    expect(groupProjects(root, files).map(({ workspaces }) => workspaces)).toEqual([
      ['packages/d', 'services/e', 'services/u'],
      ['services/f'],
    ]);
  });

  it('include and exclude the files of their workspaces', () => {
    const files = [
      workspace('tests/g', {}),
      workspace('tests/h', {}, 'export {};', { exclude: ['fixtures'] }),
    ];
    const [program] = groupProjects(root, files);
    expect(JSON.parse(readFileSync(program?.config ?? '', 'utf8'))).toEqual({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {},
      include: [join(root, 'tests/g/src'), join(root, 'tests/h/src')],
      exclude: ['**/node_modules', join(root, 'tests/h/fixtures')],
    });
  });

  it('reject a workspace without the common options', () => {
    const file = workspace('tools/i', {}, 'export {};', { extends: '../other.json' });
    expect(() => groupProjects(root, [file])).toThrow('tools/i/tsconfig.json does not extend');
  });
});
