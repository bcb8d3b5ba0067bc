/** Returns the value of an option that takes an integer of at least `min`; otherwise calls `reject` with the problem. */
export function integerOption(
  name: string,
  text: string,
  { min, reject }: { min: number; reject: (problem: string) => never },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min) return value;
  return reject(`--${name} must be an integer of at least ${min}`);
}
