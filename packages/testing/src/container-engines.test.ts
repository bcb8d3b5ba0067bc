import { describe, expect, it } from 'vitest';
import { ENGINE_IMAGES } from '@vidhi/local/engine-images.mjs';
import { chooseEngines, engineContainers } from './container-engines.ts';

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

  it('run the images that the deployments name, on loopback', () => {
    const { mongo, kafka, redis } = ENGINE_IMAGES;
    const containers = engineContainers({
      mongo: 20_001,
      kafka: 20_002,
      kafkaController: 20_003,
      redis: 20_004,
    });
    for (const [name, image] of Object.entries({ mongo, kafka, redis })) {
      const container = JSON.stringify(containers[name as keyof typeof containers]);
      expect(container).toContain(`"Image":"${image}"`);
      expect(container).toContain('"networkMode":"host"');
      expect(container).toContain('127.0.0.1');
      expect(container).not.toContain('0.0.0.0');
    }
  });
});
