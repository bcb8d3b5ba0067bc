import { CategoryList } from '../newsroom/category-list.tsx';

export const CategoriesPage = () => <CategoryList />;
