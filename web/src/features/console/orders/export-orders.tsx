import { useNotices } from '#shared/app-page/notices.tsx';
import type { ListQuery } from '../kit/source.ts';
import * as kit from '../kit.module.css';
import { useExportOrdersMutation } from './order-files.ts';

/** Saves every order that matches as a spreadsheet, which the service sends as it reads them. */
export function ExportOrders({ query: { q, conditions, sort } }: { query: ListQuery }) {
  const [save, { isLoading }] = useExportOrdersMutation();
  const notices = useNotices();
  async function run(): Promise<void> {
    const filters = { ...Object.fromEntries(conditions), ...(q === '' ? {} : { q }), sort };
    const { error } = await save(filters);
    if (error !== undefined) notices.error('The orders could not be exported. Please try again.');
  }
  return (
    <button type="button" className={kit.tool} disabled={isLoading} onClick={() => void run()}>
      {isLoading ? 'Exporting' : 'Export CSV'}
    </button>
  );
}
