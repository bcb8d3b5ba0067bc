import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { aPost, fakeApi } from '../testing/fake-api.ts';
import { aSite } from '../testing/site.ts';
import { loadRequest, renderPage } from './entry-server.tsx';

let isBroken = false;
vi.mock('../features/news/components/story.tsx', async (original) => {
  const module = await original<{ Story: (props: object) => ReactNode }>();
  return {
    ...module,
    Story: (props: object) => {
      if (isBroken) throw new Error('planted');
      return <module.Story {...props} />;
    },
  };
});

it('renders no page without one of its parts', async () => {
  const site = aSite();
  const posts = [1, 2, 3, 4].map((id) => aPost(id));
  const page = await loadRequest(new URL('/', site.publicUrl), site, fakeApi({ posts }));
  expect(renderPage(page, site).markup).not.toContain('data-failed-part');
  isBroken = true;
  expect(() => renderPage(page, site)).toThrow('could not be rendered');
});
