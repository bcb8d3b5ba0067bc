import type { BrowserContext, Route } from 'playwright-core';

// The content API as the console calls it, in memory, in place of that of a generated site.

interface Entity {
  id: number;
  attributes: Record<string, unknown>;
}

export interface FakeConsole {
  /** Writes, as `PUT /api/tags/1`, in order, with their data. */
  writes: { call: string; data: unknown }[];
}

const COUNT = 30;

const LISTS: Readonly<Record<string, () => Entity[]>> = {
  tags: () =>
    Array.from({ length: COUNT }, (_, index) => ({
      id: index + 1,
      attributes: {
        name: `Tag ${index + 1}`,
        slug: `tag-${index + 1}`,
        updatedAt: '2026-03-14T04:30:00.000Z',
      },
    })),
  categories: () => [
    {
      id: 1,
      attributes: {
        name: 'Tax',
        slug: 'tax',
        show_nav: true,
        show_order: 1,
        parent_category: { data: null },
      },
    },
    {
      id: 2,
      attributes: {
        name: 'Crime',
        slug: 'crime',
        show_nav: true,
        show_order: 2,
        parent_category: { data: null },
      },
    },
  ],
};

/** Responds to lists, rows and writes of tags and categories. */
export async function fakeConsole(context: BrowserContext): Promise<FakeConsole> {
  const writes: FakeConsole['writes'] = [];
  for (const [plural, entities] of Object.entries(LISTS)) {
    const stored = entities();
    const respond = async (route: Route): Promise<void> => {
      const request = route.request();
      const url = new URL(request.url());
      const id = Number(/\/(\d+)$/.exec(url.pathname)?.[1]);
      const entity = stored.find((one) => one.id === id);
      if (request.method() !== 'GET') {
        const { data = null } = (request.postDataJSON() ?? {}) as { data?: Record<string, unknown> };
        writes.push({ call: `${request.method()} ${url.pathname}`, data });
        if (entity !== undefined) Object.assign(entity.attributes, data);
        await route.fulfill({ json: { data: entity ?? { id: COUNT + 1, attributes: data } } });
        return;
      }
      if (entity !== undefined) {
        await route.fulfill({ json: { data: entity, meta: {} } });
        return;
      }
      const [page, size] = ['page', 'pageSize'].map((name) =>
        Number(url.searchParams.get(`pagination[${name}]`)),
      );
      const q = [...url.searchParams].find(([name]) => name.endsWith('[$search]'))?.[1] ?? '';
      const found = stored.filter(({ attributes }) => String(attributes['name']).includes(q));
      const from = ((page ?? 1) - 1) * (size ?? 25);
      await route.fulfill({
        json: { data: found.slice(from, from + (size ?? 25)), meta: { pagination: { total: found.length } } },
      });
    };
    await context.route(new RegExp(`/api/${plural}(/\\d+)?(\\?|$)`), respond);
  }
  await context.route(/\/api\/categories\/shadowed$/, (route) => route.fulfill({ json: { data: [] } }));
  return { writes };
}
