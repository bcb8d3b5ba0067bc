import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { track } from './children.mjs';

/** @typedef {Record<string, string | undefined>} Env */

/**
 * @param {string} program
 * @param {Env} env
 */
export function findOnPath(program, env) {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (folder !== '' && isExecutable(file)) return file;
  }
  return undefined;
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a program and resolves with its exit code and output; never rejects for a failed exit.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Env, cwd?: string, withinMs?: number }} [options] after `withinMs` it is killed
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | undefined, output: string }>}
 */
export function runProgram(command, args, { env, cwd, withinMs } = {}) {
  return new Promise((resolve) => {
    const child = track(
      spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: env ?? process.env,
        ...(cwd === undefined ? {} : { cwd }),
        ...(withinMs === undefined ? {} : { timeout: withinMs, killSignal: 'SIGKILL' }),
      }),
    );
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 127, signal: undefined, output: error.message }));
    child.once('close', (code, signal) => resolve({ code: code ?? 1, signal: signal ?? undefined, output }));
  });
}

/** Returns whether missing programs may be installed: as root, on Debian or a derivative. */
export function canInstallPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** @param {string} folder */
export function listJars(folder) {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.jar'))
      .toSorted()
      .map((file) => join(folder, file));
  } catch {
    return [];
  }
}
