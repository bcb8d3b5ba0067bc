// Apart from the schemas, whose library browsers need not load: pages show the price that a checkout charges.

const MICROS = 1_000_000;
/** A hundred percent in millionths. */
const WHOLE = 100 * MICROS;
/** A paisa in millionths of a rupee. */
const PAISA = 10_000;

/**
 * Returns the price of one copy in paise: `price` rupees less `discount` percent where both are above 0, rounded half up.
 * Both have six decimals, read from the shortest text of each number, as products of binary fractions would round some
 * halves down. Null when `price` is not a price.
 */
export function unitPaise(price: unknown, discount: unknown): number | null {
  const [rupees, percent] = [Number(price), Number(discount ?? 0)];
  if (price === null || !Number.isFinite(rupees) || rupees < 0) return null;
  const priceMicros = Math.round(rupees * MICROS);
  if (!(percent > 0 && percent < 100)) return Math.round(priceMicros / PAISA);
  const rest = WHOLE - Math.round(percent * MICROS);
  const divisor = BigInt(PAISA * WHOLE);
  return Number((BigInt(priceMicros) * BigInt(rest) + divisor / 2n) / divisor);
}
