import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { MONGO_COMMANDS } from '@vidhi/contracts/diagnostics.ts';
import { findSubsetViolations } from './mongo-subset-check.ts';

// Preloaded into a process (`node --import`) that may have a copy of the MongoDB driver in its bundle: appends commands outside
// the MongoDB subset to a file that the test reads.
const file = process.env['MONGO_WATCH_FILE'];
if (file === undefined) throw new Error('MONGO_WATCH_FILE is missing');
const reported = new Set<string>();

subscribe(MONGO_COMMANDS, (message) => {
  const { commandName, command } = message as { commandName: string; command: Record<string, unknown> };
  for (const name of findSubsetViolations(commandName, command)) {
    const violation = `${name} (on ${String(command[commandName])})`;
    if (!reported.has(violation)) appendFileSync(file, `${violation}\n`);
    reported.add(violation);
  }
});
