import type { ComponentType } from 'react';
import { addedPages } from '#shared/routing/define-page.ts';
import { lazyPage } from '#shared/routing/lazy-page.tsx';
import type { LazyPage, PageOutline, PageProps, RouteDefinition } from '#shared/routing/route.ts';
import { knownPages, type ConsolePage } from './frame/known-pages.ts';

type Load = () => Promise<ComponentType<PageProps>>;

/** A page in `routes/{file}.tsx`. */
const page = (file: string, load: Load, outline: PageOutline = 'list'): LazyPage =>
  lazyPage({ source: `features/console/routes/${file}.tsx`, outline, page: load });

/**
 * Every page of the console. One line adds a page with its address, title, rights and place in the menu, in the order of
 * the menu; the authorization matrix of the web server has a row for each.
 */
// oxfmt-ignore
const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '/console', title: 'Today', lazy: page('today-page', () => import('./routes/today-page.tsx').then((m) => m.TodayPage)), menu: ['', 'today'] },
  { path: '/console/posts', title: 'Articles', lazy: page('posts-page', () => import('./routes/posts-page.tsx').then((m) => m.PostsPage)), access: ['news', 'publish'], menu: ['Newsroom', 'post'] },
  { path: '/console/posts/new', title: 'New article', access: ['news'], lazy: page('article-page', () => import('./routes/article-page.tsx').then((m) => m.ArticlePage), 'article') },
  { path: '/console/posts/calendar', title: 'Calendar', lazy: page('calendar-page', () => import('./routes/calendar-page.tsx').then((m) => m.CalendarPage)), access: ['news', 'publish'], menu: ['Newsroom', 'calendar'] },
  { path: '/console/posts/:id', title: 'Article', access: ['news'], lazy: page('article-page', () => import('./routes/article-page.tsx').then((m) => m.ArticlePage), 'article') },
  { path: '/console/posts/:id/history', title: 'History', access: ['news', 'publish'], lazy: page('history-page', () => import('./routes/history-page.tsx').then((m) => m.HistoryPage), 'article') },
  { path: '/console/categories', title: 'Categories', lazy: page('categories-page', () => import('./routes/categories-page.tsx').then((m) => m.CategoriesPage)), access: ['news', 'publish'], menu: ['Newsroom', 'folder'] },
  { path: '/console/categories/:id', title: 'Category', lazy: page('category-page', () => import('./routes/category-page.tsx').then((m) => m.CategoryPage), 'form'), access: ['publish'] },
  { path: '/console/tags', title: 'Tags', lazy: page('tags-page', () => import('./routes/tags-page.tsx').then((m) => m.TagsPage)), access: ['news', 'publish'], menu: ['Newsroom', 'tag'] },
  { path: '/console/tags/:id', title: 'Tag', lazy: page('tag-page', () => import('./routes/tag-page.tsx').then((m) => m.TagPage), 'form'), access: ['publish'] },
  { path: '/console/authors', title: 'Authors', lazy: page('authors-page', () => import('./routes/authors-page.tsx').then((m) => m.AuthorsPage)), access: ['news', 'publish'], menu: ['Newsroom', 'person'] },
  { path: '/console/authors/:id', title: 'Author', lazy: page('author-page', () => import('./routes/author-page.tsx').then((m) => m.AuthorPage), 'form'), access: ['publish'] },
  { path: '/console/media', title: 'Media', lazy: page('media-page', () => import('./routes/media-page.tsx').then((m) => m.MediaPage)), access: ['news', 'publish', 'shop', 'directory'], menu: ['Site', 'picture'] },
  { path: '/console/media/:id', title: 'Picture', lazy: page('picture-page', () => import('./routes/picture-page.tsx').then((m) => m.PicturePage), 'form'), access: ['news', 'publish', 'shop', 'directory'], isReceived: true },
  { path: '/console/slider', title: 'Slider', lazy: page('slider-page', () => import('./routes/slider-page.tsx').then((m) => m.SliderPage)), access: ['publish'], menu: ['Site', 'slides'] },
  { path: '/console/slider/:id', title: 'Slide', lazy: page('slide-page', () => import('./routes/slide-page.tsx').then((m) => m.SlidePage), 'form'), access: ['publish'] },
  { path: '/console/ads', title: 'Advertisements', lazy: page('ads-page', () => import('./routes/ads-page.tsx').then((m) => m.AdsPage)), access: ['publish'], menu: ['Site', 'megaphone'] },
  { path: '/console/ads/:id', title: 'Advertisement', lazy: page('ad-page', () => import('./routes/ad-page.tsx').then((m) => m.AdPage), 'form'), access: ['publish'] },
  { path: '/console/pages', title: 'Pages', lazy: page('hosted-pages-page', () => import('./routes/hosted-pages-page.tsx').then((m) => m.HostedPagesPage)), access: ['publish'], menu: ['Site', 'page'] },
  { path: '/console/pages/:id', title: 'Page', lazy: page('hosted-page-page', () => import('./routes/hosted-page-page.tsx').then((m) => m.HostedPagePage), 'form'), access: ['publish'] },
  { path: '/console/redirects', title: 'Redirects', lazy: page('redirects-page', () => import('./routes/redirects-page.tsx').then((m) => m.RedirectsPage)), access: ['publish'], menu: ['Site', 'link'] },
  { path: '/console/redirects/:id', title: 'Redirect', lazy: page('redirect-page', () => import('./routes/redirect-page.tsx').then((m) => m.RedirectPage), 'form'), access: ['publish'] },
  { path: '/console/readers', title: 'Readers', lazy: page('readers-page', () => import('./routes/readers-page.tsx').then((m) => m.ReadersPage), 'form'), access: ['news', 'publish'], menu: ['Site', 'chart'], option: 'countsReaders' },
  { path: '/console/front-page', title: 'Front page', lazy: page('front-page', () => import('./routes/front-page.tsx').then((m) => m.FrontPage), 'form'), access: ['publish'], menu: ['Site', 'today'] },
  { path: '/console/menus', title: 'Menu and footer', lazy: page('menus-page', () => import('./routes/menus-page.tsx').then((m) => m.MenusPage), 'form'), access: ['publish'], menu: ['Site', 'list'] },
  { path: '/console/social-links', title: 'Social links', lazy: page('social-links-page', () => import('./routes/social-links-page.tsx').then((m) => m.SocialLinksPage), 'form'), access: ['publish'], menu: ['Site', 'link'] },
  { path: '/console/settings', title: 'Settings', lazy: page('settings-page', () => import('./routes/settings-page.tsx').then((m) => m.SettingsPage), 'form'), access: ['publish'], menu: ['Site', 'settings'] },
  { path: '/console/orders', title: 'Orders', lazy: page('orders-page', () => import('./routes/orders-page.tsx').then((m) => m.OrdersPage)), access: ['shop', 'refund'], menu: ['Shop', 'receipt'] },
  { path: '/console/orders/new', title: 'New order', lazy: page('hand-order-page', () => import('./routes/hand-order-page.tsx').then((m) => m.HandOrderPage), 'form'), access: ['shop'] },
  { path: '/console/orders/:id', title: 'Order', lazy: page('order-page', () => import('./routes/order-page.tsx').then((m) => m.OrderPage), 'article'), access: ['shop', 'refund'] },
  { path: '/console/payment-links', title: 'Payment links', lazy: page('payment-links-page', () => import('./routes/payment-links-page.tsx').then((m) => m.PaymentLinksPage)), access: ['shop', 'refund'], menu: ['Shop', 'link'] },
  { path: '/console/payment-links/:id', title: 'Payment link', lazy: page('payment-link-page', () => import('./routes/payment-link-page.tsx').then((m) => m.PaymentLinkPage), 'form'), access: ['shop', 'refund'], isReceived: true },
  { path: '/console/money', title: 'Money', lazy: page('money-page', () => import('./routes/money-page.tsx').then((m) => m.MoneyPage), 'form'), access: ['shop', 'refund'], menu: ['Shop', 'money'] },
  { path: '/console/shop-settings', title: 'Settings of the shop', lazy: page('shop-settings-page', () => import('./routes/shop-settings-page.tsx').then((m) => m.ShopSettingsPage), 'form'), access: 'administrator', menu: ['Shop', 'settings'] },
  { path: '/console/security', title: 'Security', lazy: page('security-page', () => import('./routes/security-page.tsx').then((m) => m.SecurityPage), 'form') },
  { path: '/console/books', title: 'Books', lazy: page('books-page', () => import('./routes/books-page.tsx').then((m) => m.BooksPage)), access: ['shop'], menu: ['Shop', 'book'] },
  { path: '/console/books/import', title: 'Import books', lazy: page('book-import-page', () => import('./routes/book-import-page.tsx').then((m) => m.BookImportPage), 'form'), access: ['shop'] },
  { path: '/console/books/prices', title: 'Change many prices', lazy: page('book-prices-page', () => import('./routes/book-prices-page.tsx').then((m) => m.BookPricesPage), 'form'), access: ['shop'] },
  { path: '/console/books/new', title: 'New book', lazy: page('book-page', () => import('./routes/book-page.tsx').then((m) => m.BookPage), 'form'), access: ['shop'] },
  { path: '/console/books/:id', title: 'Book', lazy: page('book-page', () => import('./routes/book-page.tsx').then((m) => m.BookPage), 'form'), access: ['shop'] },
  { path: '/console/stock', title: 'Stock', lazy: page('stock-page', () => import('./routes/stock-page.tsx').then((m) => m.StockPage)), access: ['shop'], menu: ['Shop', 'box'] },
  { path: '/console/stock/:id', title: 'Copies of a book', lazy: page('stock-item-page', () => import('./routes/stock-item-page.tsx').then((m) => m.StockItemPage), 'form'), access: ['shop'], isReceived: true },
  { path: '/console/shop-lists', title: 'Lists for books', lazy: page('list-page', () => import('./routes/list-page.tsx').then((m) => m.ShopListPage)), access: ['shop'], menu: ['Shop', 'list'] },
  { path: '/console/shop-lists/:list', title: 'Lists for books', lazy: page('list-page', () => import('./routes/list-page.tsx').then((m) => m.ShopListPage)), access: ['shop'] },
  { path: '/console/shop-lists/:list/:id', title: 'Entry of a list', lazy: page('list-entry-page', () => import('./routes/list-entry-page.tsx').then((m) => m.ShopListEntryPage), 'form'), access: ['shop'] },
  { path: '/console/profiles', title: 'Profiles', lazy: page('profiles-page', () => import('./routes/profiles-page.tsx').then((m) => m.ProfilesPage)), access: ['directory'], menu: ['Directory', 'person'] },
  { path: '/console/profiles/import', title: 'Import profiles', lazy: page('profile-import-page', () => import('./routes/profile-import-page.tsx').then((m) => m.ProfileImportPage), 'form'), access: ['directory'] },
  { path: '/console/profiles/:id', title: 'Profile', lazy: page('profile-page', () => import('./routes/profile-page.tsx').then((m) => m.ProfilePage), 'article'), access: ['directory'], isReceived: true },
  { path: '/console/profiles/:id/edit', title: 'Edit a profile', lazy: page('profile-edit-page', () => import('./routes/profile-edit-page.tsx').then((m) => m.ProfileEditPage), 'form'), access: ['directory'] },
  { path: '/console/directory-lists', title: 'Lists for profiles', lazy: page('list-page', () => import('./routes/list-page.tsx').then((m) => m.DirectoryListPage)), access: ['directory'], menu: ['Directory', 'list'] },
  { path: '/console/directory-lists/:list', title: 'Lists for profiles', lazy: page('list-page', () => import('./routes/list-page.tsx').then((m) => m.DirectoryListPage)), access: ['directory'] },
  { path: '/console/directory-lists/:list/:id', title: 'Entry of a list', lazy: page('list-entry-page', () => import('./routes/list-entry-page.tsx').then((m) => m.DirectoryListEntryPage), 'form'), access: ['directory'] },
  { path: '/console/inbox', title: 'Inbox', lazy: page('inbox-page', () => import('./routes/inbox-page.tsx').then((m) => m.InboxPage)), access: ['people'], menu: ['People', 'inbox'] },
  { path: '/console/inbox/:id', title: 'Message', lazy: page('message-page', () => import('./routes/message-page.tsx').then((m) => m.MessagePage), 'article'), access: ['people'], isReceived: true },
  { path: '/console/reply-templates', title: 'Reply templates', lazy: page('reply-templates-page', () => import('./routes/reply-templates-page.tsx').then((m) => m.ReplyTemplatesPage)), access: ['people'] },
  { path: '/console/reply-templates/:id', title: 'Reply template', lazy: page('reply-template-page', () => import('./routes/reply-template-page.tsx').then((m) => m.ReplyTemplatePage), 'form'), access: ['people'] },
  { path: '/console/grievances', title: 'Grievances', lazy: page('grievances-page', () => import('./routes/grievances-page.tsx').then((m) => m.GrievancesPage)), access: ['people'], menu: ['People', 'shield'], option: 'takesGrievances' },
  { path: '/console/grievances/:id', title: 'Grievance', lazy: page('grievance-page', () => import('./routes/grievance-page.tsx').then((m) => m.GrievancePage), 'article'), access: ['people'], isReceived: true },
  { path: '/console/subscribers', title: 'Subscribers', lazy: page('subscribers-page', () => import('./routes/subscribers-page.tsx').then((m) => m.SubscribersPage)), access: ['people'], menu: ['People', 'people'] },
  { path: '/console/newsletters', title: 'Newsletters', lazy: page('newsletters-page', () => import('./routes/newsletters-page.tsx').then((m) => m.NewslettersPage)), access: ['people'], menu: ['People', 'megaphone'] },
  { path: '/console/newsletters/new', title: 'New newsletter', lazy: page('newsletter-page', () => import('./routes/newsletter-page.tsx').then((m) => m.NewsletterPage), 'form'), access: ['people'] },
  { path: '/console/newsletters/digest', title: 'Digest', lazy: page('newsletter-digest-page', () => import('./routes/newsletter-digest-page.tsx').then((m) => m.NewsletterDigestPage), 'form'), access: ['people'], menu: ['People', 'calendar'] },
  { path: '/console/newsletters/:id', title: 'Newsletter', lazy: page('newsletter-page', () => import('./routes/newsletter-page.tsx').then((m) => m.NewsletterPage), 'form'), access: ['people'] },
  { path: '/console/customers', title: 'Customer accounts', lazy: page('customers-page', () => import('./routes/customers-page.tsx').then((m) => m.CustomersPage)), access: 'administrator', menu: ['People', 'person'] },
  { path: '/console/customers/:id', title: 'Customer account', lazy: page('customer-page', () => import('./routes/customer-page.tsx').then((m) => m.CustomerPage), 'article'), access: 'administrator', isReceived: true },
  { path: '/console/staff', title: 'Staff', lazy: page('staff-page', () => import('./routes/staff-page.tsx').then((m) => m.StaffPage)), access: 'administrator', menu: ['Admin', 'people'] },
  { path: '/console/audit', title: 'Audit', lazy: page('audit-page', () => import('./routes/audit-page.tsx').then((m) => m.AuditPage)), access: 'administrator', menu: ['Admin', 'history'] },
  { path: '/console/tokens', title: 'API tokens', lazy: page('tokens-page', () => import('./routes/tokens-page.tsx').then((m) => m.TokensPage)), access: 'administrator', menu: ['Admin', 'key'] },
  { path: '/console/webhooks', title: 'Webhooks', lazy: page('webhooks-page', () => import('./routes/webhooks-page.tsx').then((m) => m.WebhooksPage)), access: 'administrator', menu: ['Admin', 'link'] },
  { path: '/console/webhooks/:id', title: 'Webhook', lazy: page('webhook-page', () => import('./routes/webhook-page.tsx').then((m) => m.WebhookPage), 'form'), access: 'administrator' },
  { path: '/console/system', title: 'System', lazy: page('system-page', () => import('./routes/system-page.tsx').then((m) => m.SystemPage)), access: 'administrator', menu: ['Admin', 'pulse'] },
  { path: '/console/import', title: 'Import a site', lazy: page('import-page', () => import('./routes/import-page.tsx').then((m) => m.ImportPage), 'form'), access: 'administrator' },
  { path: '/console/trash', title: 'Trash', lazy: page('trash-page', () => import('./routes/trash-page.tsx').then((m) => m.TrashPage)), access: ['news', 'publish', 'shop', 'directory'], menu: ['Admin', 'bin'] },
  { path: '/console/trash/:kind', title: 'Trash', lazy: page('trash-page', () => import('./routes/trash-page.tsx').then((m) => m.TrashPage)), access: ['news', 'publish', 'shop', 'directory'] },
];

const MISSING_PAGE: RouteDefinition = {
  path: '/console/*',
  kind: 'console',
  shell: { title: 'Page not found' },
  lazy: page('missing-page', () => import('./routes/missing-page.tsx').then((m) => m.MissingPage)),
};

const LAYOUT: RouteDefinition = {
  path: '/console',
  kind: 'console',
  lazy: page('console-layout', () => import('./routes/console-layout.tsx').then((m) => m.ConsoleLayout)),
  children: [
    ...CONSOLE_PAGES.map(({ path, title, lazy }): RouteDefinition => ({
      path,
      kind: 'console',
      shell: { title },
      lazy,
    })),
    MISSING_PAGE,
  ],
};

/** Adds the pages to the routes of this process. Documents of the console and the server call it at their start. */
export function addConsolePages(): void {
  if (addedPages.has(LAYOUT)) return;
  addedPages.add(LAYOUT);
  knownPages.push(...CONSOLE_PAGES);
}
