import type { FastifyInstance } from 'fastify';

/** Texts at fixed addresses for programs and for finders of vulnerabilities. */
export interface SiteTexts {
  publicUrl: string;
  /** Address for reports of vulnerabilities: `mailto:`, `tel:` or `https:`; the contact page where it is absent. */
  securityContact?: string | undefined;
  /** Page with the rules for such reports. */
  securityPolicy?: string | undefined;
  /** Lines of ads.txt, or the address of an advertising manager that has them. */
  adsTxt?: string | undefined;
  now?: () => Date;
}

const TEXT = 'text/plain; charset=utf-8';
const CACHED = 'public, max-age=3600';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const SECURITY_DAYS = 180;
const MOVED = 301;

/** The line by which IAB's ads.txt 1.1 says that nobody sells advertisements of this site to others. */
const NO_SELLERS = 'placeholder.example.com, placeholder, DIRECT, placeholder';

/** Returns the text of RFC 9116; it expires half a year after the start of the present day. */
function securityText({
  publicUrl,
  securityContact,
  securityPolicy,
  now = () => new Date(),
}: SiteTexts): string {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: ${securityContact ?? new URL('/contact', publicUrl).href}`,
    `Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    ...(securityPolicy === undefined ? [] : [`Policy: ${securityPolicy}`]),
    '',
  ].join('\n');
}

/** Separated by line breaks, or by `\n` as an environment file writes them. */
const linesOf = (text: string): string => `${text.replaceAll('\\n', '\n').trim()}\n`;

/** `/.well-known/security.txt`, `/ads.txt`, and the addresses under which other systems have their feed. */
export async function siteTextRoutes(server: FastifyInstance, texts: SiteTexts): Promise<void> {
  const { adsTxt = NO_SELLERS } = texts;
  server.get('/.well-known/security.txt', async (_request, reply) =>
    reply.type(TEXT).header('cache-control', CACHED).send(securityText(texts)),
  );
  server.get('/ads.txt', async (_request, reply) =>
    /^https?:\/\//.test(adsTxt)
      ? reply.redirect(adsTxt, MOVED)
      : reply.type(TEXT).header('cache-control', CACHED).send(linesOf(adsTxt)),
  );
  for (const path of ['/rss.xml', '/feed'])
    server.get(path, async (_request, reply) => reply.redirect('/feed.xml', MOVED));
}
