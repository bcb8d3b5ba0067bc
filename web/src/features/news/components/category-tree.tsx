import { textLanguageProps } from '#shared/text/language.ts';
import { paths } from '#shared/routing/paths.ts';
import { PageLink } from '#shared/ui/page-link.tsx';
import { categoryTree, useMenuQuery } from '../menu.ts';
import type { Label } from '../post.ts';
import * as styles from '../category-tree.module.css';

/** All categories of the menu, with subcategories below their parents. */
export function CategoryTree() {
  const { data: menu = [] } = useMenuQuery();
  return (
    <ul className={styles.categoryTree}>
      {categoryTree(menu).map(({ children, ...category }) => (
        <li key={category.slug}>
          <CategoryLink category={category} />
          {children.length > 0 && (
            <ul className={styles.categoryTreeChildren}>
              {children.map((child) => (
                <li key={child.slug}>
                  <CategoryLink category={child} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

const CategoryLink = ({ category: { slug, name } }: { category: Label }) => (
  <PageLink to={paths.category(slug)} {...textLanguageProps(name)}>
    {name}
  </PageLink>
);
