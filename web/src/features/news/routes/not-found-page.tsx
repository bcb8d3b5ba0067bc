import { NotFoundContent } from '../components/not-found.tsx';

export const NotFoundPage = () => <NotFoundContent />;
