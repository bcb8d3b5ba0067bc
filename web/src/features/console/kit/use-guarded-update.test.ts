// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Problem } from '#shared/api/problem.ts';
import type { ResourceApi } from './resource-api.ts';
import { useGuardedUpdate } from './use-guarded-update.ts';

interface Row {
  id: number;
  title: string;
  price: number;
  tags: readonly { id: number }[];
}
const ROW: Row = { id: 7, title: 'Evidence', price: 450, tags: [{ id: 1 }] };
const CHANGED: Problem = { status: 412, code: 'PreconditionFailedError', message: 'Changed', fields: {} };

afterEach(cleanup);

/** A form of the row beside a server whose row somebody else may change; a save of an earlier state is 412. */
function edit() {
  let stored = ROW;
  let read = ROW;
  let failure: Problem | null = null;
  const api = {
    useWrites: () => ({
      async updateRead(_id: number, values: Partial<Row>) {
        if (failure !== null) return { error: failure };
        if (read !== stored) return { error: CHANGED };
        stored = { ...stored, ...values };
        read = stored;
        return { data: stored };
      },
    }),
    useFetchRow: () => async () => {
      read = stored;
      return stored;
    },
  } as unknown as ResourceApi<Row>;
  const { result } = renderHook(() => useGuardedUpdate(api, ROW));
  return {
    save: (values: Partial<Record<keyof Row, unknown>>) => act(() => result.current(values)),
    other: (values: Partial<Row>) => void (stored = { ...stored, ...values }),
    fail: (problem: Problem | null) => void (failure = problem),
    stored: () => stored,
  };
}

it('keeps both changes where somebody else has changed other attributes', async () => {
  const { save, other, stored } = edit();
  other({ price: 500 });
  expect((await save({ title: 'Law of Evidence' })).error).toBeUndefined();
  expect(stored()).toEqual({ ...ROW, title: 'Law of Evidence', price: 500 });
});

it('says that somebody has deleted the row, and where it is', async () => {
  const { save, fail } = edit();
  fail({ status: 404, code: 'NotFoundError', message: 'Not Found', fields: {} });
  const { error } = await save({ title: 'Law of Evidence' });
  expect(error).toMatchObject({ message: expect.stringContaining('restore it from the trash') });
});

it('saves nothing where somebody else has changed the same attribute, and names it', async () => {
  const { save, other, stored } = edit();
  other({ price: 500 });
  const { error } = await save({ title: 'Law of Evidence', price: 475 });
  expect(error).toMatchObject({ status: 412, message: expect.stringContaining('price') });
  expect(error).not.toMatchObject({ message: expect.stringContaining('title') });
  expect(stored()).toEqual({ ...ROW, price: 500 });
});

it('compares related rows by their ids', async () => {
  const { save, other, stored } = edit();
  other({ price: 500, tags: [{ id: 1 }] });
  expect((await save({ tags: [2] })).error).toBeUndefined();
  expect(stored()).toMatchObject({ price: 500, tags: [2] });
});

it('compares with what the form has saved last, not with what it began with', async () => {
  const { save, other, stored } = edit();
  expect((await save({ title: 'Law of Evidence' })).error).toBeUndefined();
  other({ price: 500 });
  expect((await save({ title: 'The Law of Evidence' })).error).toBeUndefined();
  expect(stored()).toEqual({ ...ROW, title: 'The Law of Evidence', price: 500 });
  other({ title: 'Another title' });
  expect((await save({ title: 'A third title' })).error).toMatchObject({ status: 412 });
});

it('passes any other failure on, and tries nothing again', async () => {
  const { save, other, fail, stored } = edit();
  const busy: Problem = { status: 503, code: '', message: 'Busy', fields: {} };
  other({ price: 500 });
  fail(busy);
  expect(await save({ title: 'Law of Evidence' })).toEqual({ error: busy });
  expect(stored().title).toBe('Evidence');
});
