import { describe, expect, it } from 'vitest';
import { buildResponseSerializer } from './response-serializers.ts';

const route = { method: 'GET', url: '/', httpStatus: '200' };
const schemaOf = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

describe('buildResponseSerializer', () => {
  it('compiles equal schemas once, also for another app, and different ones each', () => {
    const first = buildResponseSerializer({}, {})({ ...route, schema: schemaOf('title') });
    const second = buildResponseSerializer({}, {})({ ...route, url: '/other', schema: schemaOf('title') });
    const other = buildResponseSerializer({}, {})({ ...route, schema: schemaOf('name') });
    expect(second).toBe(first);
    expect([first, other].map((serialize) => serialize({ title: 'GST', name: 'Asha' }))).toEqual([
      '{"title":"GST"}',
      '{"name":"Asha"}',
    ]);
  });

  it('compiles a schema that refers to shared ones with those of its app', () => {
    const schema = { $ref: 'shared#' };
    const serializeWith = (name: string) =>
      buildResponseSerializer({ shared: { $id: 'shared', ...schemaOf(name) } })({ ...route, schema })({
        title: 'GST',
        name: 'Asha',
      });
    expect([serializeWith('title'), serializeWith('name')]).toEqual(['{"title":"GST"}', '{"name":"Asha"}']);
  });
});
