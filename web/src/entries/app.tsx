// Entry of documents of kind `app` (`DocumentKind`). Starts the client, and lists the style sheets of the kind.
import { addAppPages } from '../app/app-pages.ts';
import { ShellPage } from '../app/page-shell.tsx';
import { startDocument } from '../app/start.tsx';
import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import '#shared/ui/search.css';
import '#shared/ui/social.css';
import './shell.css';

addAppPages();
void startDocument('app', { Shell: ShellPage });
