import { CACHE_SIZES_MB, readerships, rowOf } from './cache/cache-shares.ts';

// npm run cache-shares: prints the table of docs/scaling.md, from a simulation with the gateway's own cache.

console.log(`| articles | Zipf exponent | ${CACHE_SIZES_MB.map((size) => `${size} MB`).join(' | ')} |`);
console.log(`|${'---|'.repeat(2 + CACHE_SIZES_MB.length)}`);
for (const row of readerships()) console.log(rowOf(row));
