import { createConnection, Schema } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from './engines.ts';
import { everyMongo } from './vitest-mongo-setup.ts';
import { watchEveryMongo } from './watch-mongo.ts';

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
