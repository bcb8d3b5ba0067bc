import { parseSync } from '@swc/core';
import { allCollections } from '@vidhi/collections/all.ts';

/** Names of what documents of content have, stored and in responses. */
const NAMES: ReadonlySet<string> = new Set([
  'id',
  'attributes',
  'data',
  'createdAt',
  'updatedAt',
  'publishedAt',
  ...allCollections.flatMap(({ attributes }) => Object.keys(attributes)),
]);

/** Records that are no documents: of HTTP, HTML, the nodes of an editor and regular expressions, and messages by field. */
const OTHERS = /^(?:headers|dataset|attrs|attribs|env|marks|nodes|groups|errors|fieldErrors)$/;

/** Files and folders that read records without a declaration, each with the kind of these records. */
export const UNTYPED_RECORDS: Readonly<Record<string, string>> = {
  'packages/content-engine/src/write/': 'bodies of requests, which it validates',
  'packages/content-service/src/http/working-copies.ts': 'bodies of requests, which it validates',
  'packages/content-service/src/openapi/openapi-schemas.ts': 'JSON schemas',
  'packages/contracts/src/read-addresses.ts': 'bodies of requests, which it validates',
  'services/accounts/src/registration/registrant.ts': 'bodies of requests, which it validates',
  'services/accounts/src/users/archived-user.ts': 'accounts of an archive',
  'services/accounts/src/users/update-user.ts': 'bodies of requests, which it validates',
  'services/cart-orders/src/carts/cart-access.ts': 'bodies and queries of requests, which it validates',
  'services/cart-orders/src/carts/cart-import-routes.ts': 'cart lines of an archive',
  'services/catalog/src/media/files/archived-picture.ts': 'pictures of an archive',
  'services/catalog/src/media/import/import-picture.ts': 'pictures of an archive',
  'services/news/src/posts/transition-routes.ts': 'bodies of requests, which it validates',
  'services/notify/src/contact/email-request.ts': 'bodies of requests, which it validates',
  'services/notify/src/grievances/grievance-mails.ts': 'values of mails',
  'services/notify/src/grievances/grievance.ts': 'bodies of requests, which it validates',
  'services/notify/src/templates/': 'values of mails',
  'tools/demo/archive/read-posts.ts': 'the heads of text files',
  'tools/import/': 'archives of other systems',
};

interface SyntaxNode {
  readonly type?: unknown;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

/** Returns all nodes of a part of swc's AST. */
function nodesIn(part: unknown): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const left = [part];
  while (left.length > 0) {
    const value = left.pop();
    if (!isNode(value)) continue;
    nodes.push(value);
    left.push(...Object.values(value));
  }
  return nodes;
}

/** Returns the last name of an expression: `headers` of `request.headers`; empty where it has none. */
function lastNameOf(expression: unknown): string {
  if (!isNode(expression)) return '';
  const { type, value, property, expression: inner, base } = expression;
  if (type === 'Identifier' && typeof value === 'string') return value;
  if (type === 'MemberExpression') return lastNameOf(property);
  return lastNameOf(inner ?? base);
}

const isText = (node: unknown): node is SyntaxNode & { value: string } =>
  isNode(node) && node.type === 'StringLiteral' && typeof node['value'] === 'string';

/** Returns the name, if any, that a document is read by: `title` of `document['title']`. */
function readNames({ type, object, property }: SyntaxNode): string[] {
  if (type !== 'MemberExpression' || !isNode(property) || property.type !== 'Computed') return [];
  const { expression } = property;
  const isRead = isText(expression) && NAMES.has(expression.value) && !OTHERS.test(lastNameOf(object));
  return isRead ? [expression.value] : [];
}

const propertiesOf = (type: unknown): string[] =>
  isNode(type) && type.type === 'TsTypeLiteral' && Array.isArray(type['members'])
    ? type['members'].map((member: SyntaxNode) => lastNameOf(member['key']))
    : [];

/** Returns the attributes that a type of rows repeats: `title` of `{ attributes: { title: string } }`. */
function repeatedNames({ type, key, typeAnnotation }: SyntaxNode): string[] {
  if (type !== 'TsPropertySignature' || lastNameOf(key) !== 'attributes' || !isNode(typeAnnotation))
    return [];
  const names = propertiesOf(typeAnnotation['typeAnnotation']);
  return names.every((name) => NAMES.has(name)) ? names : [];
}

/** A cheap test of whether there can be a finding; parsing every file would take long. */
const CANDIDATE = /\[\s*'\w+'\s*\]|\battributes\??:\s*\{/;

/**
 * Returns how a source reads documents of content past the types of their declarations: `title` where it does by name, and
 * `attributes: title` where a type of its own repeats an attribute.
 */
export function findUntypedDocuments(file: string, source: string): string[] {
  if (!CANDIDATE.test(source)) return [];
  const program = parseSync(
    source,
    file.endsWith('.mjs') ? { syntax: 'ecmascript' } : { syntax: 'typescript', tsx: file.endsWith('.tsx') },
  );
  return nodesIn(program.body).flatMap((node) => [
    ...readNames(node),
    ...repeatedNames(node).map((name) => `attributes: ${name}`),
  ]);
}
