import { Button } from 'antd';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useExportOrdersMutation } from './order-files.ts';

/** Saves the orders of a list as a spreadsheet. */
export function ExportButton({ filters }: { filters: Readonly<Record<string, string>> }) {
  const [save, { isLoading }] = useExportOrdersMutation();
  const notices = useNotices();
  async function run(): Promise<void> {
    const { error } = await save(filters);
    if (error !== undefined) notices.error('The orders could not be exported. Please try again.');
  }
  return (
    <Button loading={isLoading} onClick={() => void run()}>
      Export CSV
    </Button>
  );
}
