import type { ParamsFormProps } from '../kit/jobs.ts';
import { LinkForm } from '../kit/link-form.tsx';
import { categoryChoices } from '../newsroom/category-resource.ts';
import { tagChoices } from '../newsroom/tag-choices.ts';

const ARTICLES = ['article', 'articles'] as const;

export const TagsForm = (props: ParamsFormProps) => (
  <LinkForm {...props} rows={ARTICLES} many="tags" of={tagChoices} />
);
export const CategoriesForm = (props: ParamsFormProps) => (
  <LinkForm {...props} rows={ARTICLES} many="categories" of={categoryChoices} />
);
