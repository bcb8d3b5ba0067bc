import { mongo, type Connection } from 'mongoose';
import { findSubsetViolations } from './mongo-subset-check.ts';

export interface MongoWatch {
  /** Distinct uses of MongoDB outside the subset since the start or the last `expectOnlySubset`. */
  violations: () => string[];
  /** Throws when there are violations, and clears them. */
  expectOnlySubset: () => void;
  /** Clears the violations, for a test that causes one on purpose. */
  clear: () => void;
  stop: () => void;
}

/**
 * Checks every command that this client sends. Throws when the client was created without `monitorCommands`, because then
 * the driver emits no command events and every test would pass; `connectMongo(url, true)` sets it.
 */
export function watchMongo(source: Connection | mongo.MongoClient): MongoWatch {
  const client = source instanceof mongo.MongoClient ? source : source.getClient();
  if (client.options.monitorCommands !== true) {
    throw new Error('The MongoDB client emits no command events: connect with monitorCommands');
  }
  const watch = createWatch();
  client.on('commandStarted', watch.listen);
  return { ...watch, stop: () => void client.off('commandStarted', watch.listen) };
}

/** Checks the commands of every client that this process opens from now on, by patching `MongoClient.connect`. */
export function watchAllMongoClients(onViolation?: (violation: string) => void): MongoWatch {
  const watch = createWatch(onViolation);
  const prototype = mongo.MongoClient.prototype;
  const connect = prototype.connect;
  const watched = new WeakSet<mongo.MongoClient>();
  prototype.connect = function connectWatched(this: mongo.MongoClient) {
    if (!watched.has(this)) {
      watched.add(this);
      Object.assign(this.options, { monitorCommands: true });
      this.on('commandStarted', watch.listen);
    }
    return connect.call(this);
  };
  return { ...watch, stop: () => void (prototype.connect = connect) };
}

function createWatch(onViolation?: (violation: string) => void) {
  const violations = new Set<string>();
  return {
    listen({ commandName, command }: mongo.CommandStartedEvent): void {
      for (const name of findSubsetViolations(commandName, command)) {
        const violation = `${name} (on ${String(command[commandName])})`;
        if (!violations.has(violation)) onViolation?.(violation);
        violations.add(violation);
      }
    },
    violations: () => [...violations],
    clear: () => violations.clear(),
    expectOnlySubset(): void {
      const found = [...violations];
      violations.clear();
      if (found.length > 0)
        throw new Error(`Sent to MongoDB from outside the supported subset: ${found.join(', ')}`);
    },
  };
}
