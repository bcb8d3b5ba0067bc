/** A run in which one of these is missed fails. Times are in milliseconds. */
export const THRESHOLDS: Record<string, string[]> = {
  http_req_failed: ['rate<0.001'],
  checks: ['rate>0.999'],
  'http_req_duration{kind:read}': ['p(95)<50'],
  'http_req_duration{kind:page}': ['p(95)<150'],
  'http_req_duration{kind:write}': ['p(95)<250'],
  checkout_settled: ['p(95)<2000'],
  dropped_iterations: ['rate<1'],
};
