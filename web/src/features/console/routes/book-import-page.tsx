import { BookImportPanel } from '../books/book-import-panel.tsx';

/** `/console/books/import`: books from a CSV file. */
export const BookImportPage = () => (
  <>
    <header className="page-head">
      <h1>Import books</h1>
    </header>
    <BookImportPanel />
  </>
);
