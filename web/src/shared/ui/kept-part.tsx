import { createContext, use, type ReactNode } from 'react';

export type KeptName = 'foot' | 'sidebar';
export type KeptMarkup = Readonly<Partial<Record<KeptName, string>>>;

const KeptContext = /* @__PURE__ */ createContext<KeptMarkup>({});

/** Gives the parts below it the markup that the server has of them already. */
export const KeptParts = KeptContext.Provider;

interface KeptPartProps {
  name: KeptName;
  as: 'footer' | 'aside';
  className: string;
  'aria-label'?: string;
  children: ReactNode;
}

/**
 * A part that is the same on many pages: the server puts there the markup that it once made of the same children.
 * A browser finds the same elements either way, and renders the children.
 */
export function KeptPart({ name, as: Tag, children, ...attributes }: KeptPartProps) {
  if (import.meta.env.SSR) {
    const markup = use(KeptContext)[name];
    if (markup !== undefined) return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return <Tag {...attributes}>{children}</Tag>;
}
