import { PageLink } from './page-link.tsx';
import { ArrowIcon } from './icons.tsx';
import { pageNumbers } from './pagination.ts';

interface PageLinksProps {
  page: number;
  pageCount: number;
  pathOf: (page: number) => string;
}

/** Links to the previous page, three page numbers and the next page. Beyond the last page, previous leads to it. */
export function PageLinks({ page, pageCount, pathOf }: PageLinksProps) {
  if (pageCount <= 1 && page <= pageCount) return null;
  return (
    <nav className="pages" aria-label="Pages">
      <ul>
        <li>
          {page > 1 && (
            <PageLink className="pages__step" to={pathOf(Math.min(page - 1, pageCount))} rel="prev">
              <ArrowIcon direction="left" /> Previous
            </PageLink>
          )}
        </li>
        {pageNumbers(page, pageCount).map((number) => (
          <li key={number}>
            <PageLink
              className="pages__number"
              to={pathOf(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </PageLink>
          </li>
        ))}
        <li>
          {page < pageCount && (
            <PageLink className="pages__step" to={pathOf(page + 1)} rel="next">
              Next <ArrowIcon direction="right" />
            </PageLink>
          )}
        </li>
      </ul>
      {page <= pageCount && (
        <p className="pages__where">
          Page {page} of {pageCount}
        </p>
      )}
    </nav>
  );
}
