import { expect, it } from 'vitest';
import { bucketsIn, quantileMs, shellsIn, since } from './render-times.ts';

const METRICS = `# TYPE vidhi_web_render_duration_seconds histogram
vidhi_web_render_duration_seconds_bucket{service="web",le="0.001",page="/:catslug/:newsslug"} 10
vidhi_web_render_duration_seconds_bucket{service="web",le="0.002",page="/:catslug/:newsslug"} 20
vidhi_web_render_duration_seconds_bucket{service="web",le="+Inf",page="/:catslug/:newsslug"} 20
vidhi_web_render_duration_seconds_bucket{service="web",le="0.001",page="/"} 7
`;

it('sums only the requested pages', () => {
  expect([...bucketsIn(METRICS, ['/:catslug/:newsslug', '/:newsslug'])]).toEqual([
    [0.001, 10],
    [0.002, 20],
    [Infinity, 20],
  ]);
});

it('interpolates a quantile inside its bucket', () => {
  expect(quantileMs(bucketsIn(METRICS, ['/:catslug/:newsslug']), 0.75)).toBeCloseTo(1.5);
});

it('returns null when nothing was rendered in between', () => {
  const buckets = bucketsIn(METRICS, ['/:catslug/:newsslug']);
  expect(quantileMs(since(buckets, buckets), 0.5)).toBeNull();
});

it('sums the shells of all reasons', () => {
  const isLate = 'vidhi_web_shells_total{reason="late",service="web"} 40';
  const failed = 'vidhi_web_shells_total{reason="failed",service="web"} 2';
  expect(shellsIn(`# TYPE vidhi_web_shells_total counter\n${isLate}\n${failed}\n${METRICS}`)).toBe(42);
  expect(shellsIn(METRICS)).toBe(0);
});
