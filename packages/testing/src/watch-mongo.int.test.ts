import { execFileSync } from 'node:child_process';
import { createConnection, Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from './engines.ts';
import { everyMongo } from './vitest-mongo-setup.ts';
import { watchEveryMongo } from './watch-mongo.ts';
import { watchedProcess } from './watched-process.ts';

describe('the watch over every client', () => {
  it('hears clients that know nothing of it, mongoose models included', async () => {
    const database = freshDatabase('watch');
    const watch = watchEveryMongo();
    const connection = await createConnection(database.url).asPromise();
    try {
      const Post = connection.model('Post', new Schema({ title: String }));
      await Post.create({ title: 'law' });
      await Post.updateOne({ title: 'law' }, { $set: { title: 'act' } });
      expect(watch.found()).toEqual([]);

      await Post.findOne()
        .collation({ locale: 'en' })
        .catch(() => undefined);
      expect(() => watch.expectInside()).toThrow('collation of find (on posts)');
      expect(() => everyMongo.expectInside()).toThrow('collation of find (on posts)');
    } finally {
      watch.stop();
      await database.drop();
      await connection.close();
    }
  });
});

describe('the watch over a process', () => {
  it('hears what the process sends', async () => {
    const database = freshDatabase('watch');
    const send = (filter: unknown) => {
      const watched = watchedProcess();
      const script = `
        import { createConnection } from 'mongoose';
        const connection = await createConnection(${JSON.stringify(database.url)}).asPromise();
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
    expect(() => inside.expectInside()).not.toThrow();
    expect(() => outside.expectInside()).toThrow('$mod in a filter (on posts)');
    inside.remove();
    outside.remove();
    await database.drop();
  });
});
