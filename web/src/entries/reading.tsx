import { startDocument } from '../app/start.tsx';
import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import '../features/site/site.css';
import '../features/site/plain.css';
import '../features/news/news.css';
import '../features/news/front.css';
import '../features/news/article.css';
import '../features/news/comforts.css';
import '#shared/styles/print.css';

void startDocument('reading');
