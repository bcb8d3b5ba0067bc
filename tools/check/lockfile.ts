import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

// `npm run lockfile`: brings package-lock.json up to date with every package.json. In an empty folder, as beside an
// existing node_modules npm leaves out the packages of other platforms, and `npm ci` then rejects the file.

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'vidhi-lockfile-'));

const listed = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*package.json',
    '.npmrc',
    'package-lock.json',
  ],
  { cwd: root, encoding: 'utf8' },
);
try {
  for (const file of listed.split('\n').filter((name) => name !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  });
  copyFileSync(join(folder, 'package-lock.json'), join(root, 'package-lock.json'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
