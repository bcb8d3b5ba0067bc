import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { groupProjects } from './type-programs.ts';

// Types, lint, format and what nobody uses, of the whole tree: `node tools/check/check.ts [types|lint|format|unused ...]`.

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

function run(command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status === 0;
}

/**
 * Checks the workspaces, those with the same compiler options together, since each run of the compiler checks all that its
 * files import: 13 core-seconds in place of 48 for the largest group.
 */
function checkTypes(): boolean {
  const projects = globSync('{packages,services,tests,tools,infra}/*/tsconfig.json', { cwd: root })
    .concat(globSync('web/tsconfig.json', { cwd: root }))
    .toSorted();
  if (projects.length < EXPECTED_PROJECTS) throw new Error(`found only ${projects.length} projects to check`);
  const programs = groupProjects(root, projects);
  const failed = programs.filter((program) => !run(bin('tsc'), ['-p', program.config, ...CHECKERS]));
  for (const { workspaces } of failed) console.error(`types: ${workspaces.join(', ')} do not check`);
  return failed.length === 0;
}

const EXPECTED_PROJECTS = 20;
/**
 * Each checker resolves the types of shared modules for itself: two take a sixth more processor time, and four, the default,
 * nearly twice as much.
 */
const CHECKERS = ['--checkers', '1'];

const CHECKS: Record<string, () => boolean> = {
  types: checkTypes,
  lint: () => run(bin('oxlint'), ['--deny-warnings', '.']),
  format: () => run(bin('oxfmt'), ['--check', '.']),
  /** Files, exports and dependencies that nothing needs; what is used unseen is named in knip.json. */
  unused: () => run(bin('knip'), ['--no-progress']),
};

const { positionals: requested } = parseArgs({ allowPositionals: true });
const names = requested.length === 0 ? Object.keys(CHECKS) : requested;
const failed = names.filter((name) => {
  const check = CHECKS[name];
  if (check === undefined || !existsSync(bin('tsc'))) throw new Error(`there is no check ${name}`);
  const ok = check();
  console.log(`${name}: ${ok ? 'good' : 'FAILED'}`);
  return !ok;
});
process.exit(failed.length === 0 ? 0 : 1);
