import { BOOK_BATCHES } from '../batches/batch-api.ts';
import { ImportPanel } from '../batches/import-panel.tsx';
import { booksToCsv, templateCsv } from './book-csv.ts';
import { columnOf } from './import-columns.ts';
import { planImport, type Shelf } from './plan-import.ts';
import { useShelf } from './use-shelf.ts';

const toCsv = ({ books }: Shelf): string => booksToCsv(books);

/** Imports books from a CSV file. */
export function BookImportPanel() {
  const { isLoading, loadShelf } = useShelf();
  return (
    <ImportPanel
      source={{
        place: BOOK_BATCHES,
        kind: 'import',
        many: 'books',
        intro:
          'A file has one row for each book. Books are found by their id or their ISBN; all others are new. Nothing is changed before you have seen what will be.',
        templateCsv,
        titleColumn: 'title',
        columnOf,
        load: loadShelf,
        isLoading,
        plan: planImport,
        toCsv,
      }}
    />
  );
}
