import { useMemo } from 'react';
import { HTML_POLICY, trustedPolicy } from '../browser/trusted-types.ts';

const policy = /* @__PURE__ */ trustedPolicy(HTML_POLICY, { createHTML: (html: string) => html });

/** Marks HTML that a service has sanitised when it was stored. Never pass anything else: it is not sanitised again. */
export const trustedHtml = (html: string): string => policy.createHTML(html);

interface StoredHtmlProps {
  /** HTML that a service has sanitised. */
  html: string;
  className?: string;
}

/** Shows stored HTML. The same text stays the same object, else React would replace the elements at each render. */
export const StoredHtml = ({ html, className }: StoredHtmlProps) => (
  <div
    className={className}
    dangerouslySetInnerHTML={useMemo(() => ({ __html: trustedHtml(html) }), [html])}
  />
);
