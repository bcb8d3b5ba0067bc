import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { ImportKind } from '@vidhi/contracts/site-imports.ts';

export interface ImportJob {
  file: string;
  kind: ImportKind;
  replacesDemo: boolean;
  onProgress: (share: number, note: string) => void;
}

export interface ImportProcess {
  pid: number | undefined;
  /** Never rejects. */
  ended: Promise<{ report: string } | { error: string }>;
  stop(): void;
}

export type StartImport = (job: ImportJob) => ImportProcess;

const MAX_TEXT_CHARS = 200_000;
const MAX_ERROR_CHARS = 4_000;

interface Line {
  progress?: { done: number; note: string };
  report?: string;
}

function parse(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return {};
  }
}

/**
 * Runs `tools/import` as a process of its own, with a lower priority than processes that respond to requests. It reads untrusted
 * archives, and its crash must not end this service.
 * @param tool path of its script
 * @param dataDir folder of the site, where the launcher records the addresses of the services
 */
export function createStartImport(tool: string, dataDir: string): StartImport {
  return ({ file, kind, replacesDemo, onProgress }) => {
    const options = [...(kind === 'check' ? ['--dry-run'] : []), ...(replacesDemo ? ['--replace'] : [])];
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', tool, '--progress-lines', '--report-line', ...options, file],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir } },
    );
    let report: string | null = null;
    let error = '';
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = parse(text);
      if (line.progress !== undefined) onProgress(line.progress.done, line.progress.note);
      if (line.report !== undefined) report = line.report.slice(0, MAX_TEXT_CHARS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      error = (error + text).slice(-MAX_ERROR_CHARS);
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const ended = new Promise<{ report: string } | { error: string }>((resolve) => {
      child.once('error', ({ message }) => resolve({ error: message }));
      child.once('close', (code, signal) => {
        if (code === 0 && report !== null) return resolve({ report });
        const how =
          signal === null ? `the import ended with code ${code}` : `the import was ended (${signal})`;
        resolve({ error: error.trim() || how });
      });
    });
    return { pid: child.pid, ended, stop: () => void child.kill() };
  };
}

/** Ends the import that a killed process of this service left running. */
export function stopLeftImport(pid: number, tool: string): void {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (command.includes(tool)) process.kill(pid);
  } catch {
    // The process has ended already.
  }
}
