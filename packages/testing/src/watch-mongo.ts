import { mongo, type Connection } from 'mongoose';
import { findOutsideSubset } from './mongo-subset-check.ts';

export interface MongoWatch {
  /** What was sent outside the subset since the start or the last `expectInside`, each once. */
  found: () => string[];
  /** Throws when anything was, and begins anew. */
  expectInside: () => void;
  /** For a test that goes outside on purpose. */
  forget: () => void;
  stop: () => void;
}

/**
 * Listens to every command that this client sends. The client must have been made with `monitorCommands`, as
 * `connectMongo(url, true)` does: without it the driver tells nothing, and every test would pass.
 */
export function watchMongo(source: Connection | mongo.MongoClient): MongoWatch {
  const client = source instanceof mongo.MongoClient ? source : source.getClient();
  if (client.options.monitorCommands !== true) {
    throw new Error('The Mongo client tells no commands: connect with monitorCommands');
  }
  const watch = createWatch();
  client.on('commandStarted', watch.listen);
  return { ...watch, stop: () => void client.off('commandStarted', watch.listen) };
}

/** Makes every client of this process, opened from now on, tell its commands to one watch. */
export function watchEveryMongo(onFound?: (what: string) => void): MongoWatch {
  const watch = createWatch(onFound);
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

function createWatch(onFound?: (what: string) => void) {
  const found = new Set<string>();
  return {
    listen({ commandName, command }: mongo.CommandStartedEvent): void {
      for (const what of findOutsideSubset(commandName, command)) {
        const where = `${what} (on ${String(command[commandName])})`;
        if (!found.has(where)) onFound?.(where);
        found.add(where);
      }
    },
    found: () => [...found],
    forget: () => found.clear(),
    expectInside(): void {
      const outside = [...found];
      found.clear();
      if (outside.length > 0) {
        throw new Error(`Sent to Mongo from outside the subset of both engines: ${outside.join(', ')}`);
      }
    },
  };
}
