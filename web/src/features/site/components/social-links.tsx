import { useSocialQuery } from '../site-api.ts';

export function SocialLinks() {
  const { data: links = [] } = useSocialQuery();
  if (links.length === 0) return null;
  return (
    <ul className="social" aria-label="Elsewhere">
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
