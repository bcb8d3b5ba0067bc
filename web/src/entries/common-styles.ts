import '#shared/styles/tokens.css';
import '#shared/styles/fonts.css';
import '#shared/styles/base.css';
import '#shared/ui/ui.css';
import '../features/site/site.css';
