import { ADVERTISEMENTS, PRODUCTS } from '../site/advertisements.ts';
import { AUTHORS } from '../site/authors.ts';
import { CATEGORIES } from '../site/categories.ts';
import { PAGES } from '../site/pages.ts';
import { SITE_SETTING, SOCIAL_LINK } from '../site/settings.ts';
import { TAGS } from '../site/tags.ts';
import type { Post } from './read-posts.ts';

export interface Entity {
  type: string;
  id: number;
  data: Record<string, unknown>;
}

export interface Link {
  kind: string;
  relation: string;
  left: Record<string, unknown>;
  right: Record<string, unknown>;
}

/** When the site was set up: the time of everything that has no time of its own. */
export const FOUNDED = '2026-08-20T06:00:00.000Z';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const FILE = 'plugin::upload.file';
/** No bcrypt hash: nothing that is typed can match it. */
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
];
const AUTHOR_ROLE = 4;

const api = (name: string) => `api::${name}.${name}`;
const founded = { createdAt: FOUNDED, updatedAt: FOUNDED };

/** Turns the site's sources into the entities and links of an export. Throws when a name points nowhere. */
export function siteDocuments(posts: readonly Post[], pictureNames: readonly string[]) {
  const entities: Entity[] = [];
  const links: Link[] = [];
  const tagSlugs = Object.keys(TAGS);
  const idIn = (names: readonly string[], what: string) => (name: string) => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`no ${what} is called "${name}"`);
    return index + 1;
  };
  const categoryId = idIn(
    CATEGORIES.map(({ slug }) => slug),
    'category',
  );
  const tagId = idIn(tagSlugs, 'tag');
  const authorId = idIn(
    AUTHORS.map(({ key }) => key),
    'author',
  );
  const fileId = idIn(pictureNames, 'picture');
  const lastPosition = new Map<string, number>();

  /** The next place among the inverse side's entries. */
  function nextPosition(inverse: string): number {
    const position = (lastPosition.get(inverse) ?? 0) + 1;
    lastPosition.set(inverse, position);
    return position;
  }
  function addImage(type: string, id: number, picture: string | null) {
    if (picture === null) return;
    const ref = fileId(picture);
    links.push({
      kind: 'relation.morph',
      relation: 'morphToMany',
      left: { type: FILE, field: 'related', ref },
      right: { ref: id, pos: 1, type, field: 'image' },
    });
  }
  function addMany(
    type: string,
    id: number,
    field: string,
    target: string,
    inverse: string,
    refs: readonly number[],
  ) {
    for (const [index, ref] of refs.entries()) {
      links.push({
        kind: 'relation.basic',
        relation: 'manyToMany',
        left: { type, field, ref: id, pos: index + 1 },
        right: { type: target, field: inverse, ref, pos: nextPosition(`${target}.${inverse}.${ref}`) },
      });
    }
  }

  for (const { id, ...role } of ROLES) entities.push({ type: ROLE, id, data: { ...role, ...founded } });
  for (const [index, { key, firstName, lastName }] of AUTHORS.entries()) {
    const id = index + 1;
    entities.push({
      type: USER,
      id,
      data: {
        username: key,
        email: `${key}@vidhi-gazette.example`,
        provider: 'local',
        password: NO_PASSWORD,
        resetPasswordToken: null,
        confirmationToken: null,
        confirmed: true,
        blocked: false,
        first_name: firstName,
        last_name: lastName,
        mobile: null,
        ...founded,
      },
    });
    links.push({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: USER, field: 'role', ref: id },
      right: {
        type: ROLE,
        field: 'users',
        ref: AUTHOR_ROLE,
        pos: nextPosition(`${ROLE}.users.${AUTHOR_ROLE}`),
      },
    });
  }
  for (const category of CATEGORIES) {
    const id = categoryId(category.slug);
    entities.push({
      type: api('category'),
      id,
      data: {
        name: category.name,
        title: category.name,
        slug: category.slug,
        description: category.description,
        keywords: category.keywords,
        heading_title: category.headingTitle,
        show_nav: category.nav !== undefined,
        show_order: category.nav ?? 100 + id,
        ...founded,
      },
    });
    if (category.parent === undefined) continue;
    const ref = categoryId(category.parent);
    links.push({
      kind: 'relation.circular',
      relation: 'manyToOne',
      left: { type: api('category'), field: 'parent_category', ref: id },
      right: { type: api('category'), field: 'children', ref, pos: nextPosition(`children.${ref}`) },
    });
  }
  for (const [slug, name] of Object.entries(TAGS)) {
    entities.push({ type: api('tag'), id: tagId(slug), data: { name, slug, ...founded } });
  }
  for (const post of posts) {
    entities.push({
      type: api('post'),
      id: post.id,
      data: {
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
      },
    });
    addImage(api('post'), post.id, post.picture);
    links.push({
      kind: 'relation.basic',
      relation: 'manyToOne',
      left: { type: api('post'), field: 'user', ref: post.id },
      right: { type: USER, ref: authorId(post.author) },
    });
    addMany(api('post'), post.id, 'tags', api('tag'), 'posts', post.tags.map(tagId));
    addMany(api('post'), post.id, 'categories', api('category'), 'posts', post.categories.map(categoryId));
  }
  for (const [index, { title, type, link, youtube, picture }] of ADVERTISEMENTS.entries()) {
    const data = { title, youtube: youtube ?? null, link, type, ...founded };
    entities.push({ type: api('site-ad'), id: index + 1, data });
    addImage(api('site-ad'), index + 1, picture);
  }
  for (const [index, { title, link, picture }] of PRODUCTS.entries()) {
    entities.push({ type: api('product'), id: index + 1, data: { title, link, ...founded } });
    addImage(api('product'), index + 1, picture);
  }
  for (const [index, page] of PAGES.entries()) {
    entities.push({ type: api('hosted-page'), id: index + 1, data: { ...page, ...founded } });
  }
  entities.push({ type: api('site-setting'), id: 1, data: { ...SITE_SETTING, ...founded } });
  entities.push({ type: api('social-link'), id: 1, data: { ...SOCIAL_LINK, ...founded } });
  return { entities, links };
}
