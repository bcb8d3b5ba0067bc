// Entry of documents of kind `reading` (`DocumentKind`). Starts the client, and lists the style sheets of the kind.
import { startDocument } from '../app/start.tsx';
import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import '#shared/ui/search.css';
import '#shared/ui/social.css';
import '#shared/styles/plain.css';
import '#shared/styles/prose.css';
import '#shared/styles/print.css';

void startDocument('reading');
