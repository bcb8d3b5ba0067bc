import type { ParamsFormProps } from '../kit/jobs.ts';
import { LinkForm } from '../kit/link-form.tsx';
import { CATEGORIES, TAGS } from './book-api.ts';

const BOOKS = ['book', 'books'] as const;

export const BookTagsForm = (props: ParamsFormProps) => (
  <LinkForm {...props} rows={BOOKS} many="tags" of={TAGS.choices} />
);
export const BookCategoriesForm = (props: ParamsFormProps) => (
  <LinkForm {...props} rows={BOOKS} many="categories" of={CATEGORIES.choices} />
);
