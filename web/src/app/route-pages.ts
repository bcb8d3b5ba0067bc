import { lazyPage } from '#shared/routing/lazy-page.tsx';

/** Every page's module, in chunks of their own: a page is downloaded by those who open it. */

export const home = lazyPage('features/news/routes/home-page.tsx', 'front', () =>
  import('../features/news/routes/home-page.tsx').then((module) => module.HomePage),
);
export const category = lazyPage('features/news/routes/category-page.tsx', 'list', () =>
  import('../features/news/routes/category-page.tsx').then((module) => module.CategoryPage),
);
export const tag = lazyPage('features/news/routes/tag-page.tsx', 'list', () =>
  import('../features/news/routes/tag-page.tsx').then((module) => module.TagPage),
);
export const search = lazyPage('features/news/routes/search-page.tsx', 'list', () =>
  import('../features/news/routes/search-page.tsx').then((module) => module.SearchPage),
);
export const article = lazyPage('features/news/routes/article-page.tsx', 'article', () =>
  import('../features/news/routes/article-page.tsx').then((module) => module.CategoryArticlePage),
);
export const slug = lazyPage('features/news/routes/article-page.tsx', 'article', () =>
  import('../features/news/routes/article-page.tsx').then((module) => module.SlugPage),
);
export const item = lazyPage('features/catalog/routes/item-page.tsx', 'article', () =>
  import('../features/catalog/routes/item-page.tsx').then((module) => module.ItemPage),
);
export const login = lazyPage('features/account/routes/login-page.tsx', 'article', () =>
  import('../features/account/routes/login-page.tsx').then((module) => module.LoginPage),
);
export const saved = lazyPage('features/news/routes/saved-page.tsx', 'list', () =>
  import('../features/news/routes/saved-page.tsx').then((module) => module.SavedPage),
);
export const about = lazyPage('features/site/routes/about-page.tsx', 'article', () =>
  import('../features/site/routes/about-page.tsx').then((module) => module.AboutPage),
);
export const contact = lazyPage('features/site/routes/contact-page.tsx', 'article', () =>
  import('../features/site/routes/contact-page.tsx').then((module) => module.ContactPage),
);
export const catalogue = lazyPage('features/catalog/routes/catalogue-page.tsx', 'list', () =>
  import('../features/catalog/routes/catalogue-page.tsx').then((module) => module.CataloguePage),
);
export const comingSoon = lazyPage('features/site/routes/coming-soon-page.tsx', 'article', () =>
  import('../features/site/routes/coming-soon-page.tsx').then((module) => module.ComingSoonPage),
);
export const directory = lazyPage('features/directory/routes/directory-page.tsx', 'list', () =>
  import('../features/directory/routes/directory-page.tsx').then((module) => module.DirectoryPage),
);
export const practice = lazyPage('features/directory/routes/practice-page.tsx', 'list', () =>
  import('../features/directory/routes/practice-page.tsx').then((module) => module.PracticePage),
);
export const order = lazyPage('features/directory/routes/order-page.tsx', 'article', () =>
  import('../features/directory/routes/order-page.tsx').then((module) => module.OrderPage),
);
export const missing = lazyPage('features/news/routes/missing-page.tsx', 'article', () =>
  import('../features/news/routes/missing-page.tsx').then((module) => module.MissingPage),
);
