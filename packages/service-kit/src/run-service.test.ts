import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { startService, type ServiceContext } from './run-service.ts';

const config = { HOST: '127.0.0.1', PORT: 0, LOG_LEVEL: 'silent' };

/** Creates a resource that notes when it is opened and closed. */
const part = (events: string[], name: string) => () => {
  events.push(`open ${name}`);
  return { close: () => void events.push(`close ${name}`) };
};

/** An app with what the service kit adds to it, as far as stopping needs it. */
function makeApp(events: string[]) {
  const app = fastify();
  app.decorate('draining', false);
  app.addHook('onClose', async () => void events.push('close app'));
  return app;
}

describe('a service', () => {
  it('listens, and closes its app first and then its resources, last opened first', async () => {
    const events: string[] = [];
    const app = makeApp(events);
    const service = startService({
      name: 'test',
      config,
      async open({ closers }) {
        closers.open('database', part(events, 'database'));
        closers.open('consumer', part(events, 'consumer'));
        return app;
      },
    });
    await service.listening;
    expect(app.server.listening).toBe(true);
    await service.stop('test');
    expect([app.draining, app.server.listening]).toEqual([true, false]);
    expect(events).toEqual([
      'open database',
      'open consumer',
      'close app',
      'close consumer',
      'close database',
    ]);
  });

  it('opens nothing more and never listens when it is stopped while it opens', async () => {
    const events: string[] = [];
    const app = makeApp(events);
    const loading = Promise.withResolvers<void>();
    const loaded = Promise.withResolvers<void>();
    const service = startService({
      name: 'test',
      config,
      async open({ closers }: ServiceContext) {
        closers.open('database', part(events, 'database'));
        loading.resolve();
        await loaded.promise;
        closers.open('consumer', part(events, 'consumer'));
        return app;
      },
    });
    await loading.promise;
    await service.stop('test');
    loaded.resolve();
    await service.listening;
    expect([events, app.server.listening]).toEqual([['open database', 'close database'], false]);
  });

  it('closes an app that is ready after the stop instead of listening', async () => {
    const events: string[] = [];
    const app = makeApp(events);
    const built = Promise.withResolvers<void>();
    const service = startService({
      name: 'test',
      config,
      async open() {
        await built.promise;
        return app;
      },
    });
    await service.stop('test');
    built.resolve();
    await service.listening;
    expect([events, app.server.listening]).toEqual([['close app'], false]);
  });

  it('stops only once', async () => {
    const events: string[] = [];
    const service = startService({
      name: 'test',
      config,
      async open({ closers }) {
        closers.open('database', part(events, 'database'));
        return makeApp(events);
      },
    });
    await service.listening;
    await Promise.all([service.stop('SIGTERM'), service.stop('SIGINT')]);
    expect(events).toEqual(['open database', 'close app', 'close database']);
  });

  it('rejects with the error when it cannot be opened', async () => {
    const service = startService({
      name: 'test',
      config,
      async open() {
        throw new Error('no such bucket');
      },
    });
    await expect(service.listening).rejects.toThrow('no such bucket');
  });
});
