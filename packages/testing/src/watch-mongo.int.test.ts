import { execFileSync } from 'node:child_process';
import { createConnection, Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from './engines.ts';
import { processWatch } from './process-watch.ts';
import { watchAllMongoClients } from './watch-mongo.ts';
import { watchedProcess } from './watched-process.ts';

describe('watchAllMongoClients', () => {
  it('checks the commands of all clients, mongoose models included', async () => {
    const database = freshDatabase('watch');
    const watch = watchAllMongoClients();
    const connection = await createConnection(database.url).asPromise();
    try {
      const Post = connection.model('Post', new Schema({ title: String }));
      await Post.create({ title: 'law' });
      await Post.updateOne({ title: 'law' }, { $set: { title: 'act' } });
      expect(watch.violations()).toEqual([]);

      await Post.findOne()
        .collation({ locale: 'en' })
        .catch(() => undefined);
      expect(() => watch.expectOnlySubset()).toThrow('collation of find (on posts)');
      expect(() => processWatch.expectOnlySubset()).toThrow('collation of find (on posts)');
    } finally {
      watch.stop();
      await database.drop();
      await connection.close();
    }
  });
});

describe('a watched process', () => {
  it('checks the commands of a database that it opens with openMongo', async () => {
    const database = freshDatabase('watch');
    const send = (filter: unknown) => {
      const watched = watchedProcess();
      const script = `
        import { openMongo } from '@vidhi/service-kit/mongo.ts';
        const { connection, connected } = openMongo(${JSON.stringify(database.url)});
        await connected;
        await connection.collection('posts').find(${JSON.stringify(filter)}).toArray();
        await connection.close();`;
      execFileSync(process.execPath, [...watched.args, '--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
        env: { ...process.env, ...watched.env },
      });
      return watched;
    };
    const inside = send({ views: { $gt: 1 } });
    const outside = send({ views: { $mod: [2, 0] } });
    expect(() => inside.expectOnlySubset()).not.toThrow();
    expect(() => outside.expectOnlySubset()).toThrow('$mod in a filter (on posts)');
    inside.remove();
    outside.remove();
    await database.drop();
  });
});
