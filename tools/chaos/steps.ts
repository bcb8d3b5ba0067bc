import type { Exchange } from '@vidhi/harness/http-exchange.ts';
import { repeatUntilResponse } from './chaos-product.ts';

/**
 * Executes one step of a journey: repeats a request until there is a response, and notes every response. Throws when the
 * last status is not among the expected ones.
 */
export type Step = (
  text: string,
  request: () => Promise<Exchange>,
  expected: readonly number[],
) => Promise<Exchange>;

export const createStep =
  (note: (text: string) => void, ended: AbortSignal): Step =>
  async (text, request, expected) => {
    const response = await repeatUntilResponse(async () => {
      const exchange = await request();
      note(`${text}: ${exchange.status ?? exchange.error}`);
      return exchange;
    }, ended);
    if (response.status === null || !expected.includes(response.status))
      throw new Error(`${text}: ${response.status ?? response.error} ${response.body.slice(0, 300)}`);
    return response;
  };

/** Does all steps. Resolves with what stopped them, or null. */
export async function takeSteps(
  walk: () => Promise<void>,
  note: (text: string) => void,
): Promise<string | null> {
  try {
    await walk();
    return null;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    note(problem);
    return problem;
  }
}
