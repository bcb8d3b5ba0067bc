import type { Fact } from '../item-facts.ts';
import { BookLinks } from './book-links.tsx';
import { CopyButton } from './copy-button.tsx';
import * as styles from '../item.module.css';

interface DetailsTableProps {
  caption: string;
  facts: readonly Fact[];
}

export function DetailsTable({ caption, facts }: DetailsTableProps) {
  if (facts.length === 0) return null;
  return (
    <table className={styles.details}>
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {facts.map(({ label, value, isCopied, links }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              {links === undefined ? value : <BookLinks links={links} />}
              {isCopied && <CopyButton name={label} text={value} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
