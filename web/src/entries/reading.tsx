import { startDocument } from '../app/start.tsx';
import './common-styles.ts';
import '../features/site/plain.css';
import '../features/news/news.css';
import '../features/news/front.css';
import '../features/news/article.css';
import '../features/news/comforts.css';
import '#shared/styles/print.css';

void startDocument('reading');
