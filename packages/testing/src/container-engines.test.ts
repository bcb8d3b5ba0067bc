import { describe, expect, it } from 'vitest';
import { ENGINE_IMAGES } from '@vidhi/local/engine-images.mjs';
import { chooseEngines, containerCommands } from './container-engines.ts';

const responding = async (): Promise<string> => '27.0.0';
const absent = async (): Promise<string> => {
  throw new Error('Cannot connect to the Docker daemon');
};

describe('the engines of integration tests', () => {
  it('are processes by default, without a look for Docker', async () => {
    let checks = 0;
    const docker = async (): Promise<string> => ((checks += 1), '27.0.0');
    expect(await chooseEngines({}, docker)).toEqual({ kind: 'processes' });
    expect(await chooseEngines({ RUN_CONTAINERS: '0' }, docker)).toEqual({ kind: 'processes' });
    expect(checks).toBe(0);
  });

  it('are containers with RUN_CONTAINERS=1 and a Docker engine', async () => {
    expect(await chooseEngines({ RUN_CONTAINERS: '1' }, responding)).toEqual({ kind: 'containers' });
  });

  it('are processes, and a sentence says so, where no Docker engine responds', async () => {
    expect(await chooseEngines({ RUN_CONTAINERS: '1' }, absent)).toEqual({
      kind: 'processes',
      sentence: expect.stringContaining('no Docker engine responds'),
    });
  });

  it('run the images that the deployments name, on loopback, and are removed when they stop', () => {
    const commands = containerCommands({ mongo: 1, kafka: 2, kafkaController: 3, redis: 4 });
    const { mongo, kafka, redis } = ENGINE_IMAGES;
    const images: string[] = [mongo, kafka, redis];
    const started = Object.values(commands).map((args) => args.filter((text) => images.includes(text)));
    expect(started.flat()).toEqual(images);
    for (const args of Object.values(commands)) {
      expect(args).toContain('--rm');
      expect(args.join(' ')).not.toContain('0.0.0.0');
    }
  });
});
