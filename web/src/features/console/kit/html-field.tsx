import { useRef } from 'react';
import { useNotices } from '#shared/app-page/notices.tsx';
import { useArticleClient } from '../article/use-article-client.ts';
import { useTextPictures } from '../article/use-text-pictures.ts';
import { RichTextEditor, type RichTextHandle } from '../rich-text/rich-text-editor.tsx';

export interface HtmlFieldProps {
  label: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** A text with headings, lists and links. */
export function HtmlField({ label, value = '', onChange }: HtmlFieldProps) {
  const editor = useRef<RichTextHandle>(null);
  const notices = useNotices();
  const article = useArticleClient();
  const pictures = useTextPictures(article);
  return (
    <RichTextEditor
      ref={editor}
      html={value}
      label={label}
      placeholder=""
      onChange={() => onChange?.(editor.current?.toHtml() ?? '')}
      search={article.searchArticles}
      pictures={pictures}
      onNotice={notices.error}
    />
  );
}
