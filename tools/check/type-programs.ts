import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Project {
  workspace: string;
  compilerOptions: Record<string, unknown>;
  include: string[];
  exclude: string[];
}

/** Workspaces that one run of the compiler checks. */
export interface TypeProgram {
  workspaces: string[];
  /** Path of its generated `tsconfig.json`. */
  config: string;
}

const DECLARES_GLOBAL = /^\s*declare global\b/m;
const DECLARES_MODULE = /^\s*declare module\b/m;
const IMPORTS_OR_EXPORTS = /^(import|export)\b/m;

/**
 * Returns whether a source changes the global scope, or a module, for the whole program. A file without imports and exports
 * that declares a module describes one without types, which others would have to import.
 */
const changesProgram = (source: string): boolean =>
  DECLARES_GLOBAL.test(source) || (DECLARES_MODULE.test(source) && IMPORTS_OR_EXPORTS.test(source));

function readProject(root: string, file: string): Project {
  const read = JSON.parse(readFileSync(join(root, file), 'utf8')) as Partial<Project> & { extends?: string };
  const workspace = dirname(file);
  if (join(workspace, read.extends ?? '') !== 'tsconfig.base.json')
    throw new Error(`${file} does not extend tsconfig.base.json`);
  const { compilerOptions = {}, include = ['**/*'], exclude = [] } = read;
  return { workspace, compilerOptions, include, exclude };
}

/** Returns whether a workspace declares something that others in its program could use without importing it. */
function isAmbient(root: string, { workspace, include }: Project): boolean {
  const patterns = include.map((path) => (path.includes('*') ? path : `${path}/**/*`));
  return globSync(patterns, { cwd: join(root, workspace), exclude: ['**/node_modules/**'] })
    .filter((file) => file.endsWith('.ts'))
    .some((file) => changesProgram(readFileSync(join(root, workspace, file), 'utf8')));
}

/** Returns equal texts for equal options. */
const keyOf = (options: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Groups the workspaces with the same compiler options into programs: each program parses and checks all packages that it
 * imports. A workspace that augments modules or declares globals is a program of its own, unless it is a package.
 */
export function groupProjects(root: string, files: readonly string[]): TypeProgram[] {
  const groups = Map.groupBy(
    files.map((file) => readProject(root, file)),
    (project) => {
      const { workspace, compilerOptions } = project;
      const isAlone = !workspace.startsWith('packages/') && isAmbient(root, project);
      return isAlone ? workspace : keyOf(compilerOptions);
    },
  );
  const folder = join(root, 'node_modules', '.cache', 'types');
  mkdirSync(folder, { recursive: true });
  return [...groups.values()].map((projects, number) => {
    const config = join(folder, `tsconfig.${number}.json`);
    const pathsOf = (name: 'include' | 'exclude'): string[] =>
      projects.flatMap((project) => project[name].map((path) => join(root, project.workspace, path)));
    const { compilerOptions } = projects[0] as Project;
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions,
        include: pathsOf('include'),
        exclude: ['**/node_modules', ...pathsOf('exclude')],
      }),
    );
    return { workspaces: projects.map(({ workspace }) => workspace), config };
  });
}
