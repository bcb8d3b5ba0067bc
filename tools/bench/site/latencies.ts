/** Collects durations in milliseconds. */
export class Latencies {
  readonly #values: number[] = [];

  get count(): number {
    return this.#values.length;
  }

  add(milliseconds: number): void {
    this.#values.push(milliseconds);
  }

  /** The smallest duration that at least this share (0 to 1) of all durations do not exceed; NaN without any. */
  percentile(share: number): number {
    const sorted = this.#values.toSorted((first, second) => first - second);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  }
}
