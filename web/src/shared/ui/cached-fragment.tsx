import { createContext, use, type ReactNode } from 'react';

export type FragmentName = 'foot';
export type FragmentMarkup = Readonly<Partial<Record<FragmentName, string>>>;

const FragmentContext = /* @__PURE__ */ createContext<FragmentMarkup>({});

/** Provides the cached markup of fragments on the server. */
export const CachedFragments = ({ value, children }: { value: FragmentMarkup; children: ReactNode }) => (
  <FragmentContext value={value}>{children}</FragmentContext>
);

interface CachedFragmentProps {
  name: FragmentName;
  as: 'footer';
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

/**
 * A part that is the same on many pages. The server inserts its cached markup (`src/ssr/fragment-cache.tsx`), which
 * equals that of the children; the browser hydrates the children.
 */
export function CachedFragment({ name, as: Tag, children, ...attributes }: CachedFragmentProps) {
  if (import.meta.env.SSR) {
    const markup = use(FragmentContext)[name];
    if (markup !== undefined) return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return <Tag {...attributes}>{children}</Tag>;
}
