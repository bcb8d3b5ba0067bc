import { createContext, use, type ReactNode } from 'react';

export type FragmentName = 'foot' | 'sidebar';
export type FragmentMarkup = Readonly<Partial<Record<FragmentName, string>>>;

const FragmentContext = /* @__PURE__ */ createContext<FragmentMarkup>({});

/** Gives the parts below it the markup that the server has of them already. */
export const CachedFragments = FragmentContext.Provider;

interface CachedFragmentProps {
  name: FragmentName;
  as: 'footer' | 'aside';
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

/**
 * A part that is the same on many pages: the server puts there the markup that it once made of the same children.
 * A browser finds the same elements either way, and renders the children.
 */
export function CachedFragment({ name, as: Tag, children, ...attributes }: CachedFragmentProps) {
  if (import.meta.env.SSR) {
    const markup = use(FragmentContext)[name];
    if (markup !== undefined) return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return <Tag {...attributes}>{children}</Tag>;
}
