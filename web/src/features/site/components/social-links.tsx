import { useSocialQuery } from '#shared/site/site-api.ts';

/** Links to the site's social-media accounts; `label` distinguishes them where a page shows them twice. */
export function SocialLinks({ label = 'Follow us' }: { label?: string }) {
  const { data: links = [] } = useSocialQuery();
  if (links.length === 0) return null;
  return (
    <ul className="social" aria-label={label}>
      {links.map(({ name, url }) => (
        <li key={name}>
          <a href={url} rel="noopener me">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
