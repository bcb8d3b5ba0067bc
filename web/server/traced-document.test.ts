import { expect, it } from 'vitest';
import { recordSpans } from '@vidhi/service-kit/tracing/recorder-builder.ts';
import { requestPage } from './page-request-builder.ts';

const META = '<meta name="traces" content="on">';

it('tells pages to send trace ids only where traces are recorded', async () => {
  expect((await requestPage('/', { posts: [] })).body).not.toContain(META);
  const spans = recordSpans();
  try {
    expect((await requestPage('/', { posts: [] })).body).toContain(META);
  } finally {
    await spans.stop();
  }
});
