import { PageLink } from '../ui/page-link.tsx';
import { usePoliciesQuery } from './payment-api.ts';

/** Links to the conditions of the shop, once the site has pages about them. */
export function PolicyLinks({ className }: { className?: string }) {
  const { data: policies = [] } = usePoliciesQuery(null);
  return policies.length === 0 ? null : (
    <p className={className}>
      {policies.map(({ name, label }, index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <PageLink to={`/${name}`}>{label}</PageLink>
        </span>
      ))}
    </p>
  );
}
