import { describe, expect, it } from 'vitest';
import { loadSite } from '../testing/small-site.ts';
import { respondList } from './list.ts';

describe('a relation whose target was removed', () => {
  const model = loadSite();
  model.remove('file', 1);
  const ids = (query: string): number[] =>
    JSON.parse(respondList(model, 'post', query, 'public').toString()).data.map(
      ({ id }: { id: number }) => id,
    );

  it('is null', () => {
    const { data } = JSON.parse(
      respondList(model, 'post', 'populate=image&filters[id]=1', 'public').toString(),
    );
    expect(data[0].attributes.image).toEqual({ data: null });
  });

  it('is null to filters too', () => {
    expect(ids('filters[image][id][$notNull]=true')).not.toContain(1);
    expect(ids('filters[image][id][$null]=true')).toContain(1);
  });
});
