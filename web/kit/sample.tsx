import type { ReactNode } from 'react';

/** A section of related components. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="kit-part" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One component in one state, with a caption. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="kit-sample">
      <p className="kit-sample__name">{name}</p>
      <div>{children}</div>
    </div>
  );
}
