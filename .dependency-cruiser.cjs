// Allowed imports. Captured groups also apply to services, packages and features that are added later.

/** The folders of the engine: each imports only those before it, and itself. */
const ENGINE_FOLDERS = ['schema', 'query', 'dialect', 'records', 'indexes', 'model', 'select', 'respond'];

/** The folders of the content service in the same order. */
const SERVICE_FOLDERS = [
  'html',
  'site',
  'openapi',
  'store',
  'import',
  'http',
  'live',
  'jobs',
  'collections',
  'testing',
];

const serviceFolderRules = SERVICE_FOLDERS.slice(0, -1).map((folder, index) => ({
  name: `content-service-${folder}-imports-earlier-folders`,
  comment: `${folder} precedes ${SERVICE_FOLDERS.slice(index + 1).join(', ')} in the order of the folders.`,
  severity: 'error',
  from: {
    path: `(?:^|/)packages/content-service/src/${folder}/`,
    pathNot: '\\.test\\.ts$',
  },
  to: { path: `(?:^|/)packages/content-service/src/(${SERVICE_FOLDERS.slice(index + 1).join('|')})/` },
}));

const engineFolderRules = [
  ...ENGINE_FOLDERS.map((folder, index) => ({
    folder,
    later: [...ENGINE_FOLDERS.slice(index + 1), 'write', 'testing'],
  })),
  { folder: 'write', later: ['indexes', 'select', 'respond', 'testing'] },
].map(({ folder, later }) => ({
  name: `engine-${folder}-imports-earlier-folders`,
  comment: `${folder} precedes ${later.join(', ')} in the order of the engine's folders.`,
  severity: 'error',
  from: {
    path: `(?:^|/)packages/content-engine/src/${folder}/`,
    pathNot: '\\.test\\.ts$',
  },
  to: { path: `(?:^|/)packages/content-engine/src/(${later.join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cross-service',
      comment: 'Services communicate by events and HTTP, and never import each other.',
      severity: 'error',
      from: { path: '(?:^|/)services/([^/]+)/' },
      to: { path: '(?:^|/)services/([^/]+)/', pathNot: '(?:^|/)services/$1/' },
    },
    {
      name: 'no-cross-feature',
      comment: 'app/ combines the features; no feature imports another.',
      severity: 'error',
      from: { path: '(?:^|/)web/src/features/([^/]+)/' },
      to: { path: '(?:^|/)web/src/features/([^/]+)/', pathNot: '(?:^|/)web/src/features/$1/' },
    },
    {
      name: 'web-shared-is-the-lowest-layer',
      comment: 'app imports features, features import shared, never the other way round.',
      severity: 'error',
      from: { path: '(?:^|/)web/src/shared/' },
      to: { path: '(?:^|/)web/src/(features|app)/' },
    },
    {
      name: 'browser-code-without-ssr',
      comment: 'src/ssr is bundled for the server alone.',
      severity: 'error',
      from: {
        path: '(?:^|/)web/src/',
        pathNot: ['(?:^|/)web/src/ssr/', '\\.test\\.tsx?$', '-builder\\.tsx$', '(?:^|/)web/src/testing/'],
      },
      to: { path: '(?:^|/)web/src/ssr/' },
    },
    {
      name: 'web-features-below-app',
      severity: 'error',
      from: { path: '(?:^|/)web/src/features/' },
      to: { path: '(?:^|/)web/src/app/' },
    },
    {
      name: 'packages-below-services',
      comment: 'Services import packages, never the other way round.',
      severity: 'error',
      from: { path: '(?:^|/)packages/' },
      to: { path: '(?:^|/)(services|web|tools|tests)/' },
    },
    {
      name: 'no-test-code-in-products',
      comment: 'packages/testing is for tests.',
      severity: 'error',
      from: {
        path: '(?:^|/)(packages|services|web)/',
        pathNot: [
          '(?:^|/)packages/testing/',
          '\\.test\\.tsx?$',
          '\\.spec\\.ts$',
          '-builder\\.ts$',
          '(?:^|/)test(ing)?/',
          '(?:^|/)testing\\.ts$',
        ],
      },
      to: { path: '(?:^|/)(packages/testing|tests)/|(?:^|/)packages/content-[^/]+/src/testing(/|\\.ts$)' },
    },
    {
      name: 'content-packages-by-their-entries',
      comment: 'The content packages export the files directly below their src, as package.json lists them.',
      severity: 'error',
      from: { path: '(?:^|/)(packages|services|web|tools)/', pathNot: '(?:^|/)packages/(content-[^/]+)/' },
      to: { path: '(?:^|/)packages/content-(engine|service)/src/[^/]+/' },
    },
    {
      name: 'content-service-by-the-entries-of-the-engine',
      severity: 'error',
      from: { path: '(?:^|/)packages/content-service/' },
      to: { path: '(?:^|/)packages/content-engine/src/[^/]+/' },
    },
    {
      name: 'internals-are-not-for-services',
      comment: 'internal.ts is what content-service, the bench and the fuzzer need beyond index.ts.',
      severity: 'error',
      from: { path: '(?:^|/)(services|web)/' },
      to: { path: '(?:^|/)packages/content-(engine|service)/src/internal\\.ts$' },
    },
    {
      name: 'only-messaging-imports-kafka',
      comment: 'The Kafka client is replaceable in one package.',
      severity: 'error',
      from: { path: '(?:^|/)(packages|services|web|tools)/', pathNot: '(?:^|/)packages/messaging/' },
      to: { path: 'kafkajs' },
    },
    {
      name: 'outbox-above-messaging',
      comment: 'The outbox imports the relay, the producer and the metrics, never the other way round.',
      severity: 'error',
      from: { path: '(?:^|/)packages/(contracts|messaging|service-kit)/' },
      to: { path: '(?:^|/)packages/outbox/' },
    },
    {
      name: 'outbox-without-content',
      comment: 'accounts, payments and cart-orders have an outbox and no content collections.',
      severity: 'error',
      from: { path: '(?:^|/)packages/outbox/' },
      to: { path: '(?:^|/)packages/content-(engine|service)/' },
    },
    ...engineFolderRules,
    ...serviceFolderRules,
    {
      name: 'engine-below-service',
      comment: 'The engine executes queries in memory: it uses no socket, database or broker.',
      severity: 'error',
      from: { path: '(?:^|/)packages/content-engine/' },
      to: {
        path: [
          '(?:^|/)packages/(content-service|messaging|outbox|service-kit)/',
          'node_modules/(fastify|mongoose|undici)/',
          '^(?:node:)?(?:net|tls|dgram|https?|http2)$',
        ],
      },
    },
    {
      name: 'collections-are-data',
      comment:
        'Declarations of collections are for every service and for browsers: they import nothing but one another.',
      severity: 'error',
      from: { path: '(?:^|/)packages/collections/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '(?:^|/)packages/collections/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(dist|\\.engines|\\.data|\\.test)/|^tests/architecture/fixtures/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
    tsPreCompilationDeps: true,
  },
};
