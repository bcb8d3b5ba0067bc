/** A page of the audit; a list asked for by `q` is not to be indexed, so that one audit does not count. */
export interface AuditedPage {
  name: 'home' | 'category' | 'article' | 'tag' | 'search' | 'books' | 'book' | 'firms' | 'firm';
  path: string;
  isIndexed: boolean;
}

export interface Addresses {
  pages: AuditedPage[];
  /** Every article that has been found, for loads in which each is another. */
  articles: string[];
}

interface Listed {
  data: { attributes: { slug: string; categories?: { data: { attributes: { slug: string } }[] } } }[];
}

const LOAD_ARTICLES = 100;

/** Asks the site's own API which pages it has, so that no audit knows a demo by heart. */
export async function findAddresses(site: string): Promise<Addresses> {
  const list = async (query: string): Promise<Listed> => {
    const response = await fetch(`${site}/api/${query}`);
    if (!response.ok) throw new Error(`${site}/api/${query} answered ${response.status}`);
    return (await response.json()) as Listed;
  };
  const posts = await list(
    `posts?sort=publish_date:desc&pagination[pageSize]=${LOAD_ARTICLES}&fields[0]=slug&populate[categories][fields][0]=slug`,
  );
  const tags = await list('tags?filters[posts][id][$notNull]=true&pagination[pageSize]=1&fields[0]=slug');
  const filed = posts.data.flatMap(({ attributes: { slug, categories } }) => {
    const category = categories?.data[0]?.attributes.slug;
    return category === undefined ? [] : [{ category, path: `/${category}/${slug}` }];
  });
  const [first] = filed;
  const tag = tags.data[0]?.attributes.slug;
  if (first === undefined || tag === undefined)
    throw new Error('The site has no article in a category, or no tag in use: import something first');
  return {
    pages: [
      { name: 'home', path: '/', isIndexed: true },
      { name: 'category', path: `/news/${first.category}`, isIndexed: true },
      { name: 'article', path: first.path, isIndexed: true },
      { name: 'tag', path: `/tags/${tag}`, isIndexed: true },
      { name: 'search', path: '/search?q=court', isIndexed: false },
      ...(await findStore(site, 'books', 'book')),
      ...(await findStore(site, 'firms', 'firm')),
    ],
    articles: filed.map(({ path }) => path),
  };
}

/** A list of the catalogue and the first item on it; nothing of a store that is empty. */
async function findStore(
  site: string,
  list: 'books' | 'firms',
  item: 'book' | 'firm',
): Promise<AuditedPage[]> {
  const path = `/catalogs/${list}`;
  const response = await fetch(site + path);
  if (!response.ok) return [];
  const first = new RegExp(`href="(${path}/\\d+/[^"]+)"`).exec(await response.text())?.[1];
  if (first === undefined) return [];
  return [
    { name: list, path, isIndexed: true },
    { name: item, path: first, isIndexed: true },
  ];
}
