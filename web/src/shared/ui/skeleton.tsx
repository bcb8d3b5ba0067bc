import type { PageOutline } from '../routing/route.ts';

/** A loading placeholder in the shape of the content, announced to screen readers by its label. */
export function Skeleton({ shape, label }: { shape: PageOutline; label: string }) {
  const count = shape === 'article' || shape === 'form' ? 1 : 6;
  return (
    <output className={`skeleton skeleton--${shape}`} aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <span className="skeleton__item" key={index} aria-hidden="true">
          <span className="skeleton__picture" />
          <span className="skeleton__line skeleton__line--title" />
          <span className="skeleton__line" />
          <span className="skeleton__line skeleton__line--short" />
        </span>
      ))}
    </output>
  );
}
