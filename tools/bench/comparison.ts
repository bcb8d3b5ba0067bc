import type { LoadOrder, LoadResult } from './processes/load.ts';
import type { Scenario } from './scenario.ts';
import type { Site, Stack } from './stack.ts';

/** Measurements of one scenario with its bounds. */
export interface Compared {
  scenario: string;
  title: string;
  isSearch: boolean;
  hotBytes: number;
  coldBytes: number;
  hot: LoadResult;
  readyBuffer: LoadResult;
  cold: LoadResult;
  bareHop: LoadResult;
  reference: LoadResult | null;
}

export interface ComparisonOptions {
  stack: Stack;
  suite: LoadOrder['suite'];
  reference: string | null;
  /** Duration of each measurement. */
  seconds: number;
}

/** Number of connections that keeps two cores busy. */
export const CONNECTIONS = 50;
/** Number of connections in the recorded measurements of the reference. */
const REFERENCE_CONNECTIONS = 16;
/** Some of its responses take a second, so a short run would have none. */
const REFERENCE_SECONDS = 5;
/** Number of connections at which requests do not queue, to measure the latency of one visitor. */
export const QUIET_CONNECTIONS = 4;
const WARM_UP_SECONDS = 1;
const SAMPLES = 15;

export const MEGABYTE = 1_048_576;

/** Measures the scenarios of a suite with their bounds. */
export function createComparison<Facts>({ stack, suite, reference, seconds }: ComparisonOptions) {
  let counted = 0;

  /** Warms up first, unless already done: code is compiled during its first executions. */
  async function measure(
    order: Omit<LoadOrder, 'from' | 'seconds' | 'suite'>,
    { warmsUp = true, atLeastSeconds = seconds } = {},
  ): Promise<LoadResult> {
    const run = async (length: number): Promise<LoadResult> => {
      counted += 1_000_000;
      return stack.load.request<LoadResult>({ ...order, suite, seconds: length, from: counted });
    };
    if (warmsUp) await run(WARM_UP_SECONDS);
    return run(Math.max(seconds, atLeastSeconds));
  }

  async function bodyOf(origin: string, path: string): Promise<Buffer> {
    const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`${path} responded ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Resolves with a body of the median size of cold responses. */
  async function middleBody({ reader }: Site, facts: Facts, { cold }: Scenario<Facts>): Promise<Buffer> {
    const bodies: Buffer[] = [];
    for (let n = 0; n < SAMPLES; n += 1) bodies.push(await bodyOf(reader.origin, cold(facts, n * 131)));
    const mean = bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length;
    return bodies.reduce((best, body) =>
      Math.abs(body.length - mean) < Math.abs(best.length - mean) ? body : best,
    );
  }

  async function compare(site: Site, facts: Facts, theirs: Facts | null, scenario: Scenario<Facts>) {
    const order = { facts, scenario: scenario.name, connections: CONNECTIONS };
    const { origin } = site.gateway;
    const hotBody = await bodyOf(site.reader.origin, scenario.hot(facts));
    const coldBody = await middleBody(site, facts, scenario);

    const hotBuffer = await stack.startReadyBuffer(hotBody);
    const readyBuffer = await measure({ ...order, origin: hotBuffer.origin, mode: 'hot' });
    await hotBuffer.process.stop();
    const hot = await measure({ ...order, origin, mode: 'hot' });

    const coldBuffer = await stack.startReadyBuffer(coldBody);
    const hop = await stack.startBareHop(coldBuffer.origin);
    const bareHop = await measure({ ...order, origin: hop.origin, mode: 'cold' });
    await hop.process.stop();
    await coldBuffer.process.stop();
    const cold = await measure({ ...order, origin, mode: 'cold' });

    const living =
      reference === null || theirs === null
        ? null
        : await measure(
            {
              ...order,
              facts: theirs,
              origin: reference,
              mode: 'cold',
              connections: REFERENCE_CONNECTIONS,
            },
            { atLeastSeconds: REFERENCE_SECONDS },
          );
    const compared: Compared = {
      scenario: scenario.name,
      title: scenario.title,
      isSearch: scenario.isSearch === true,
      hotBytes: hotBody.length,
      coldBytes: coldBody.length,
      hot,
      readyBuffer,
      cold,
      bareHop,
      reference: living,
    };
    return compared;
  }

  return { measure, compare };
}
