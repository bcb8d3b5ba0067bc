import { setImmediate as untilOthersCalled } from 'node:timers/promises';
import { mongo } from 'mongoose';
import type { Collection } from '@vidhi/content-engine';
import type { ContentDocument } from './content-document.ts';
import { isDuplicateId } from './duplicate-values.ts';

type Documents = mongo.Collection<ContentDocument>;
type Filter = mongo.Filter<ContentDocument> & { _id: number };
type Update = mongo.UpdateFilter<ContentDocument>;

interface Call<Input, Output> extends PromiseWithResolvers<Output> {
  input: Input;
}

/**
 * Returns a function that hands inputs on together when it is called several times before other work of the process, as for the
 * rows of a job. `runAll` settles each call, or rejects for all of them.
 */
function grouped<Input, Output>(
  runAll: (calls: readonly Call<Input, Output>[]) => Promise<void>,
): (input: Input) => Promise<Output> {
  let calls: Call<Input, Output>[] = [];
  const run = async (): Promise<void> => {
    await untilOthersCalled();
    const group = calls;
    calls = [];
    await runAll(group).catch((error: unknown) => {
      for (const { reject } of group) reject(error);
    });
  };
  return async (input) => {
    const call = { input, ...Promise.withResolvers<Output>() };
    calls.push(call);
    if (calls.length === 1) void run();
    return call.promise;
  };
}

/** The errors of single updates of a bulk write, by their place; null where it failed as a whole. */
function errorsOf(error: unknown): ReadonlyMap<number, Error> | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const errors = [error.writeErrors].flat();
  if (errors.length === 0) return null;
  return new Map(
    errors.map(({ index, code, errmsg = '' }) => [
      index,
      new mongo.MongoServerError({ code, errmsg, message: errmsg }),
    ]),
  );
}

interface GroupedCommands {
  find(collection: Collection, id: number): Promise<ContentDocument | null>;
  /** Resolves with whether the document, which exists, matched the filter. */
  updateOne(collection: Collection, filter: Filter, update: Update): Promise<boolean>;
}

/**
 * Reads and updates of single documents, each atomic by itself. Those that are called at the same time are sent in one command:
 * most of the processor time of a command is for sending it, whatever is in it.
 */
export function createGroupedCommands(documentsOf: (collection: Collection) => Documents): GroupedCommands {
  type Find = (id: number) => Promise<ContentDocument | null>;
  type Write = (input: { filter: Filter; update: Update }) => Promise<boolean>;
  const commands = new Map<string, { find: Find; write: Write }>();

  function create(documents: Documents): { find: Find; write: Write } {
    return {
      find: grouped<number, ContentDocument | null>(async (calls) => {
        const [first] = calls;
        if (calls.length === 1 && first !== undefined) {
          first.resolve(await documents.findOne({ _id: first.input }));
          return;
        }
        const ids = [...new Set(calls.map(({ input }) => input))];
        const found = await documents.find({ _id: { $in: ids } }).toArray();
        const byId = new Map(found.map((document) => [document._id, document]));
        for (const { input, resolve } of calls) resolve(byId.get(input) ?? null);
      }),
      write: grouped<{ filter: Filter; update: Update }, boolean>(async (calls) => {
        const [first] = calls;
        if (calls.length === 1 && first !== undefined) {
          const { filter, update } = first.input;
          first.resolve((await documents.updateOne(filter, update)).matchedCount === 1);
          return;
        }
        // The result of a bulk write does not say which filters matched. With an upsert, one that does not is the insertion of
        // an id that exists, which is an error with its place.
        const operations = calls.map(({ input: { filter, update } }) => ({
          updateOne: { filter, update, upsert: true },
        }));
        const failed = await documents.bulkWrite(operations, { ordered: false }).then(
          () => new Map<number, Error>(),
          (error: unknown) => {
            const errors = errorsOf(error);
            if (errors === null) throw error;
            return errors;
          },
        );
        for (const [at, { resolve, reject }] of calls.entries()) {
          const error = failed.get(at);
          if (error === undefined) resolve(true);
          else if (isDuplicateId(error)) resolve(false);
          else reject(error);
        }
      }),
    };
  }

  function commandsOf(collection: Collection): { find: Find; write: Write } {
    const ofCollection = commands.get(collection.name) ?? create(documentsOf(collection));
    commands.set(collection.name, ofCollection);
    return ofCollection;
  }

  return {
    find: async (collection, id) => commandsOf(collection).find(id),
    updateOne: async (collection, filter, update) => commandsOf(collection).write({ filter, update }),
  };
}
