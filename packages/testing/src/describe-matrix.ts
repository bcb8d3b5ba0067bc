import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectedDeskMarks,
  readDeskMarks,
  readRow,
  rowsWithoutDesks,
  unlistedRoutes,
  type MatrixRow,
  type MatrixSubject,
} from './authorization-matrix.ts';

/** Defines the tests of a service's authorization matrix: a row for every route, and every row as the app shows it. */
export function describeMatrix(
  service: string,
  rows: readonly MatrixRow[],
  makeSubject: () => Promise<MatrixSubject>,
): void {
  describe(`the authorization matrix of ${service}`, () => {
    let shared: MatrixSubject;
    beforeAll(async () => {
      shared = await makeSubject();
    });
    afterAll(async () => shared.app.close());

    it('has a row for every route', () => {
      expect(unlistedRoutes(shared.app, rows)).toEqual([]);
    });

    it('names the desks of every row that is for staff', () => {
      expect(rowsWithoutDesks(rows)).toEqual([]);
    });

    it.each(rows.map((row) => ({ ...row, name: `${row.route} (${row.target})` })))('$name', async (row) => {
      expect(await readRow(row, shared, makeSubject)).toBe(row.allowed);
    });

    const ofDesks = rows.filter(({ desks }) => desks !== undefined);
    it.each(ofDesks.map((row) => ({ ...row, name: `${row.route} (${row.target}) by desk` })))(
      '$name',
      async (row) => {
        expect(await readDeskMarks(row, shared, makeSubject)).toEqual(expectedDeskMarks(row));
      },
    );
  });
}
