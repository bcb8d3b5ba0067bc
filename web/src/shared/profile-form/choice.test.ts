import { describe, expect, it } from 'vitest';
import { choicesPath, toChoices, withinPlaces } from './choice.ts';

describe('the choices of a list', () => {
  it('are the first hundred by name', () => {
    expect(choicesPath({ list: 'languages', search: '', narrowing: {} })).toBe(
      '/languages?fields[0]=name&sort=name&pagination[page]=1&pagination[pageSize]=100',
    );
  });

  it('are searched by name and narrowed by the places that the list refers to', () => {
    const narrowing = { state: [1, 2], district: [], city: [9] };
    const path = choicesPath({ list: 'cities', search: 'new d', narrowing });
    expect(path).toContain('filters[name][$search]=new%20d');
    expect(path).toContain('filters[country_state][id][$in][0]=1&filters[country_state][id][$in][1]=2');
    expect(path).toContain('populate[state_district][fields][0]=id');
    expect(path).not.toContain('filters[state_district]');
    expect(path).not.toContain('filters[city]');
  });

  it('name their places', () => {
    const at = (id: number) => ({ data: { id, attributes: {} } });
    const attributes = {
      name: ' High Court ',
      country_state: at(1),
      state_district: { data: null },
      city: at(3),
    };
    expect(toChoices({ data: [{ id: 7, attributes }] })).toEqual([
      { id: 7, name: 'High Court', state: 1, city: 3 },
    ]);
  });

  it('stay when they are in the chosen places, or in none that is known', () => {
    const choices = [
      { id: 1, name: 'in', state: 1 },
      { id: 2, name: 'out', state: 2 },
      { id: 3, name: 'unknown' },
    ];
    expect(withinPlaces(choices, { state: [1] }).map(({ name }) => name)).toEqual(['in', 'unknown']);
    expect(withinPlaces(choices, { state: [] })).toHaveLength(3);
  });
});
