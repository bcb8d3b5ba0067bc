/**
 * Every service, once. The launcher (`infra/local`), the gateway, the bench, the drills and tests read this list: adding a
 * service touches this file, the service's own folder and generated files (docs/how-to/add-a-service.md). JavaScript, as
 * the launcher runs before anything is installed.
 *
 * Not here, because it follows from the rest: ports (the launcher gives each process a free one, kept in
 * `<data>/run/ports.json`; the gateway has `PORT` or 8080), the database (`vidhi_<name>`), and settings (those that the
 * `config.ts` beside `script` declares).
 *
 * @typedef {'mongo' | 'kafka' | 'redis'} EngineName
 * @typedef {keyof typeof import('./topics.ts').TOPICS} TopicKey
 * @typedef {{
 *   name: string,
 *   script: string,
 *   engines: readonly EngineName[],
 *   hasQueues?: boolean,
 *   urlVariable?: string,
 *   apiPaths?: readonly string[],
 *   publishes?: readonly TopicKey[],
 *   consumes?: readonly TopicKey[],
 *   withheld?: readonly string[],
 * }} ServiceDeclaration
 *   `name`: of its folder, processes, database and metrics. `script`: what Node runs. `engines`: whose addresses it gets.
 *   `hasQueues`: its keys in Redis are queues, which must not be evicted; the keys of all others may be.
 *   `urlVariable`: the variable by which the gateway gets its address; absent in the gateway. `apiPaths`: paths that the
 *   gateway routes to it uncached, where a final `/**` means the path and all below it; routes with a cache rule, cookies
 *   or uploads are rows of the gateway's table (`services/gateway/src/routing/routes.ts`). `publishes`, `consumes`: keys of
 *   `TOPICS`. `withheld`: settings that it declares and that mean another process in the launcher's environment.
 */

/** In the order in which they are listed to people; all start at once. */
export const SERVICES = /** @satisfies {readonly ServiceDeclaration[]} */ (
  /** @type {const} */ ([
    {
      name: 'news',
      script: 'services/news/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      // URL of the writer. Readers have URLs of their own, in `NEWS_READ_URLS`.
      urlVariable: 'NEWS_WRITE_URL',
      apiPaths: ['/api/news-jobs/**', '/api/page-views/**'],
      publishes: ['newsMentions', 'newsPosts', 'newsSite', 'newsViews', 'siteAudit'],
      consumes: ['newsPosts', 'newsSite', 'newsViews', 'catalogMedia', 'accountsUsers'],
    },
    {
      name: 'catalog',
      script: 'services/catalog/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      hasQueues: true,
      urlVariable: 'CATALOG_URL',
      apiPaths: [
        '/api/directory/**',
        '/api/book-batches/**',
        '/api/profile-batches/**',
        '/api/catalog-jobs/**',
        '/api/reference-lists/**',
      ],
      publishes: [
        'catalogBooks',
        'catalogDecisions',
        'catalogLists',
        'catalogMedia',
        'catalogProfiles',
        'siteAudit',
      ],
      consumes: [
        'catalogBooks',
        'catalogLists',
        'catalogMedia',
        'catalogProfiles',
        'newsSite',
        'accountsUsers',
      ],
    },
    {
      name: 'accounts',
      script: 'services/accounts/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      urlVariable: 'ACCOUNTS_URL',
      apiPaths: [
        '/api/audit/**',
        '/api/console-views/**',
        '/api/customers/**',
        '/api/staff/**',
        '/api/system/backups',
        '/api/system/restore-drills',
        '/api/system/dead-letters/**',
        '/api/system/imports/**',
        '/api/tokens/**',
      ],
      publishes: ['accountsMailRequests', 'accountsUsers', 'siteAudit'],
      consumes: ['siteAudit'],
      // The gateway's: the services behind it trust the gateway and nobody else.
      withheld: ['TRUSTED_PROXIES'],
    },
    {
      name: 'cart-orders',
      script: 'services/cart-orders/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      urlVariable: 'CART_ORDERS_URL',
      // Carts have a cookie: they are a row of the gateway's table.
      apiPaths: [
        '/api/orders/**',
        '/api/purchases/**',
        '/api/purchases.csv',
        '/api/shipments',
        '/api/book-stock/**',
        '/api/packing-slips',
        '/api/address-labels',
        '/api/order-status/**',
        '/api/payment-links/**',
        '/api/book-availability',
        '/api/shop-options',
        '/api/shop-settings',
      ],
      publishes: ['ordersPurchases', 'siteAudit'],
      consumes: ['catalogBooks', 'catalogLists', 'catalogMedia', 'accountsUsers', 'paymentsCheckouts'],
    },
    {
      name: 'payments',
      script: 'services/payments/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      urlVariable: 'PAYMENTS_URL',
      apiPaths: ['/api/payment/**', '/api/system/payments/**'],
      publishes: ['paymentsCheckouts'],
      consumes: ['ordersPurchases', 'accountsUsers'],
      // The gateway's: the services behind it trust the gateway and nobody else.
      withheld: ['TRUSTED_PROXIES'],
    },
    {
      name: 'notify',
      script: 'services/notify/src/server.ts',
      engines: ['mongo', 'kafka', 'redis'],
      hasQueues: true,
      urlVariable: 'NOTIFY_URL',
      apiPaths: [
        '/api/email',
        '/api/coming-soon-users/**',
        '/api/subscriptions/**',
        '/api/subscribers/**',
        '/api/subscribers.csv',
        '/api/newsletter-issues/**',
        '/api/newsletter-archive/**',
        '/api/newsletter-digest',
        '/api/order-mails/preview',
        '/api/contact-messages/**',
        '/api/grievances/**',
        '/api/reply-templates/**',
        '/api/system/notify/**',
        '/api/webhooks/**',
      ],
      publishes: ['siteAudit'],
      consumes: [
        'accountsMailRequests',
        'accountsUsers',
        'catalogDecisions',
        'catalogProfiles',
        'newsPosts',
        'newsMentions',
        'newsSite',
        'ordersPurchases',
      ],
      // The gateway's: the services behind it trust the gateway and nobody else.
      withheld: ['TRUSTED_PROXIES'],
    },
    { name: 'web', script: 'web/server/server.ts', engines: [], urlVariable: 'WEB_URL' },
    {
      name: 'gateway',
      script: 'services/gateway/src/server.ts',
      engines: ['kafka', 'redis'],
      consumes: [
        'newsPosts',
        'newsSite',
        'accountsUsers',
        'catalogBooks',
        'catalogLists',
        'catalogMedia',
        'catalogProfiles',
      ],
    },
  ])
);

/**
 * @typedef {Extract<(typeof SERVICES)[number], { urlVariable: string }>} Upstream
 * @typedef {Upstream['name']} UpstreamName
 */

/** The services behind the gateway. @type {readonly Upstream[]} */
export const UPSTREAMS = SERVICES.filter((service) => 'urlVariable' in service);

/**
 * A value for each service behind the gateway, by its name.
 * @template T
 * @param {(upstream: Upstream) => T} valueOf
 * @returns {Record<UpstreamName, T>}
 */
export const byUpstream = (valueOf) =>
  /** @type {Record<UpstreamName, T>} */ (
    Object.fromEntries(UPSTREAMS.map((upstream) => [upstream.name, valueOf(upstream)]))
  );

/**
 * The variables that tell the gateway where each service is.
 * @template T
 * @param {(upstream: Upstream) => T} valueOf
 * @returns {Record<Upstream['urlVariable'], T>}
 */
export const upstreamVariables = (valueOf) =>
  /** @type {Record<Upstream['urlVariable'], T>} */ (
    Object.fromEntries(UPSTREAMS.map((upstream) => [upstream.urlVariable, valueOf(upstream)]))
  );
