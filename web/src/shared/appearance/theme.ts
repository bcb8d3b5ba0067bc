export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'small' | 'normal' | 'large';

export const TEXT_SIZES: readonly TextSize[] = ['small', 'normal', 'large'];
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const THEME_KEY = 'vidhi.theme';
const TEXT_KEY = 'vidhi.text';

/** The template in a page's head that holds its scripts until they are started. */
export const SCRIPTS_ID = 'scripts';

const APPEARANCE =
  `d.classList.add('scripted');try{var s=localStorage,t=s.getItem('${THEME_KEY}'),z=s.getItem('${TEXT_KEY}');` +
  `if(t==='light'||t==='dark')d.dataset.theme=t;if(z==='small'||z==='large')d.dataset.text=z}catch(e){}`;

/**
 * A page is whole without its scripts, so they start once it has been painted with its pictures, or at the first
 * sign that its reader wants to do something. Nothing competes with the words and the main picture for the line.
 * A page that is not painted, in a tab behind, starts them a second later. Never before the whole page has come:
 * scripts out of a template do not wait for it by themselves, and the page's state stands at its end. Nor do they
 * keep their order, unless they are told to.
 */
const START =
  `var w=['keydown','pointerdown','pointermove','touchstart'];` +
  `function start(){if(document.readyState==='loading'){addEventListener('DOMContentLoaded',start);return}` +
  `var p=document.getElementById('${SCRIPTS_ID}');if(!p)return;` +
  `w.forEach(function(e){removeEventListener(e,start)});` +
  `p.content.querySelectorAll('script').forEach(function(s){s.async=false});p.replaceWith(p.content);repeat(600)}` +
  `w.forEach(function(e){addEventListener(e,start,{passive:true})});` +
  `function painted(){new PerformanceObserver(start).observe({type:'paint',buffered:true})}` +
  `addEventListener('load',function(){setTimeout(start,1000);` +
  `requestAnimationFrame(function(){requestAnimationFrame(painted)})})`;

/**
 * A button that was pressed before React listens is pressed again once it does, so that no press is lost; and
 * a field that has the focus by then tells of it again, or it would suggest nothing to who was quick. React
 * marks the root in the moment in which it begins to listen. Links and forms are the browser's until then.
 */
const REPEAT =
  `var b;function listens(){return Object.keys(document.getElementById('root')||{}).some(function(k){` +
  `return k.indexOf('__reactContainer')===0})}` +
  `function note(e){if(!listens())b=e.target.closest('button[type=button]:not([popovertarget])')}` +
  `addEventListener('click',note);` +
  `function repeat(n){if(listens()){removeEventListener('click',note);removeEventListener('scroll',forget);if(b)b.click();` +
  `(document.activeElement||d).dispatchEvent(new FocusEvent('focusin',{bubbles:true}))}` +
  `else if(n)setTimeout(repeat,50,n-1)}`;

/** Where `ScrollAndFocus` notes the places on pages, by the entry of the history and the address. */
export const PLACES_KEY = 'vidhi.scroll';

/**
 * A reader who comes to a page anew begins at its top, wherever he left it before; and who scrolls before the
 * scripts are there has chosen his place. Only who reloads or comes back is brought to where he was.
 */
const PLACE =
  `function forget(){try{var s=sessionStorage,p=JSON.parse(s.getItem('${PLACES_KEY}')||'{}'),l=location;` +
  `delete p[((history.state||0).key||'default')+' '+l.pathname+l.search];` +
  `s.setItem('${PLACES_KEY}',JSON.stringify(p))}catch(e){}}` +
  `if(!history.state)forget();addEventListener('scroll',forget,{once:true,passive:true});`;

/**
 * Runs before the first paint, in the page's head: the saved colours and text size, a mark that scripts run,
 * when they do, and what they must know of the time before. It is allowed by its hash, so it must be the same text on every page.
 */
export const EARLY_SCRIPT = `(function(d){${APPEARANCE}${PLACE}${REPEAT}${START}})(document.documentElement)`;

export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return THEMES.find((known) => known === theme) ?? 'system';
}

export function readTextSize(): TextSize {
  const { text } = document.documentElement.dataset;
  return TEXT_SIZES.find((known) => known === text) ?? 'normal';
}

export const saveTheme = (theme: Theme): void => save('theme', THEME_KEY, theme, 'system');
export const saveTextSize = (size: TextSize): void => save('text', TEXT_KEY, size, 'normal');

function save(name: 'theme' | 'text', key: string, value: string, usual: string): void {
  if (value === usual) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  try {
    if (value === usual) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is switched off: the choice holds for this page.
  }
  document.dispatchEvent(new Event(CHANGED));
}

const CHANGED = 'vidhi:appearance';

/** Tells when the reader has chosen other colours or another text size. */
export function subscribeAppearance(listener: () => void): () => void {
  document.addEventListener(CHANGED, listener);
  return () => document.removeEventListener(CHANGED, listener);
}
