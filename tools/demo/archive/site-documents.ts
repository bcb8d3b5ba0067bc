import { ADVERTISEMENTS, PRODUCTS } from '../site/advertisements.ts';
import { AUTHORS } from '../site/authors.ts';
import { CATEGORIES } from '../site/categories.ts';
import { PAGES } from '../site/pages.ts';
import { SITE_OPTION, SITE_SETTING, SOCIAL_LINK } from '../site/settings.ts';
import { TAGS } from '../site/tags.ts';
import { VISITORS } from '../site/visitors.ts';
import { addCatalogue } from './catalogue-documents.ts';
import { ROLE, USER, api, createSheets, founded, idIn } from './entities.ts';
import type { Post } from './read-posts.ts';

/** Not a bcrypt hash, so that no password matches it. */
const NO_PASSWORD = '$2a$10$invalidinvalidinvalidinvalidinvalidinvalidinvalidinva';

const ROLES = [
  {
    id: 1,
    name: 'Authenticated',
    type: 'authenticated',
    description: 'Default role given to authenticated user.',
  },
  { id: 2, name: 'Public', type: 'public', description: 'Default role given to unauthenticated user.' },
  { id: 4, name: 'Customer', type: 'customer', description: 'Reads, buys and comments under a name.' },
  { id: 5, name: 'Lawyer', type: 'lawyer', description: 'Keeps a profile in the directory.' },
  { id: 6, name: 'Firm', type: 'firm', description: 'Keeps the profile of a firm in the directory.' },
];
const AUTHOR_ROLE = 4;

/** The reporters, who have no password, then the accounts that can log in. */
const PEOPLE = [
  ...AUTHORS.map((author) => ({
    ...author,
    email: `${author.key}@vidhi-gazette.example`,
    role: AUTHOR_ROLE,
    passwordHash: null,
  })),
  ...VISITORS,
];
const visitorId = idIn(
  PEOPLE.map(({ key }) => key),
  'visitor',
);

/** Converts the site's sources to the entities and links of an export. Throws for an unknown name. */
export function siteDocuments(posts: readonly Post[], pictureNames: readonly string[]) {
  const sheets = createSheets(pictureNames);
  const { add, addImages, addMany, addOne } = sheets;
  const addImage = (type: string, id: number, picture: string | null) =>
    addImages(type, id, 'image', picture === null ? [] : [picture]);
  const tagSlugs = Object.keys(TAGS);
  const categoryId = idIn(
    CATEGORIES.map(({ slug }) => slug),
    'category',
  );
  const tagId = idIn(tagSlugs, 'tag');
  const authorId = idIn(
    AUTHORS.map(({ key }) => key),
    'author',
  );

  for (const { id, ...role } of ROLES) add(ROLE, id, { ...role, ...founded });
  for (const [index, { key, firstName, lastName, email, role, passwordHash }] of PEOPLE.entries()) {
    const id = index + 1;
    add(USER, id, {
      username: key,
      email,
      provider: 'local',
      password: passwordHash ?? NO_PASSWORD,
      resetPasswordToken: null,
      confirmationToken: null,
      confirmed: true,
      blocked: false,
      first_name: firstName,
      last_name: lastName,
      mobile: null,
      ...founded,
    });
    addOne(USER, id, 'role', { type: ROLE, inverse: 'users' }, role);
  }
  for (const category of CATEGORIES) {
    const id = categoryId(category.slug);
    add(api('category'), id, {
      name: category.name,
      title: category.name,
      slug: category.slug,
      description: category.description,
      keywords: category.keywords,
      heading_title: category.headingTitle,
      show_nav: category.nav !== undefined,
      show_order: category.nav ?? 100 + id,
      ...founded,
    });
    if (category.parent === undefined) continue;
    const parent = { type: api('category'), inverse: 'children' };
    addOne(api('category'), id, 'parent_category', parent, categoryId(category.parent));
  }
  for (const [slug, name] of Object.entries(TAGS)) {
    add(api('tag'), tagId(slug), { name, slug, ...founded });
  }
  for (const post of posts) {
    add(api('post'), post.id, {
      title: post.title,
      slug: post.slug,
      content: post.content,
      youtube: post.youtube,
      publish_date: post.date,
      views_count: post.views,
      trending: post.trending,
      newstags: post.newstags,
      createdAt: new Date(Date.parse(post.date) - 95 * 60_000).toISOString(),
      updatedAt: post.updated,
      publishedAt: post.draft ? null : post.date,
    });
    addImage(api('post'), post.id, post.picture);
    addOne(api('post'), post.id, 'user', { type: USER }, authorId(post.author));
    addMany(api('post'), post.id, 'tags', { type: api('tag'), inverse: 'posts' }, post.tags.map(tagId));
    addMany(
      api('post'),
      post.id,
      'categories',
      { type: api('category'), inverse: 'posts' },
      post.categories.map(categoryId),
    );
  }
  for (const [index, { title, type, link, youtube, picture }] of ADVERTISEMENTS.entries()) {
    const data = { title, youtube: youtube ?? null, link, type, ...founded };
    add(api('site-ad'), index + 1, data);
    addImage(api('site-ad'), index + 1, picture);
  }
  for (const [index, { title, link, picture }] of PRODUCTS.entries()) {
    add(api('product'), index + 1, { title, link, ...founded });
    addImage(api('product'), index + 1, picture);
  }
  for (const [index, page] of PAGES.entries()) {
    add(api('hosted-page'), index + 1, { ...page, ...founded });
  }
  add(api('site-setting'), 1, { ...SITE_SETTING, ...founded });
  add(api('social-link'), 1, { ...SOCIAL_LINK, ...founded });
  add(api('site-option'), 1, { ...SITE_OPTION, ...founded });
  addCatalogue(sheets, visitorId);
  return { entities: sheets.entities, links: sheets.links };
}
