import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { NodeViewConstructor } from '@tiptap/pm/view';
import { parseYoutube } from '@vidhi/contracts/youtube.ts';
import { RAW_BLOCK } from './element-nodes.ts';
import { isShownPicture, parseInert, showableContent } from './trusted-html.ts';
import * as styles from './rich-text.module.css';

function element(tag: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

const textOf = (node: Node, name: string): string => String(node.attrs[name] ?? '');

function drawPicture(node: Node, dom: HTMLElement): void {
  const [source, alt] = [textOf(node, 'src'), textOf(node, 'alt')];
  dom.replaceChildren();
  if (isShownPicture(source)) {
    const picture = document.createElement('img');
    picture.src = source;
    picture.alt = alt;
    dom.append(picture);
  } else dom.append(element('span', styles.richCard, `Picture on another site: ${source}`));
  dom.toggleAttribute('data-missing-alt', node.attrs['alt'] === null);
  if (node.attrs['alt'] === null) dom.append(element('span', styles.richMissing, 'No alternative text'));
}

const pictureView =
  (tag: 'span' | 'div'): NodeViewConstructor =>
  (node) => {
    const dom = element(tag, styles.richPicture);
    drawPicture(node, dom);
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        drawPicture(next, dom);
        return true;
      },
      ignoreMutation: () => true,
    };
  };

/** A video is a card: the policy of the console frames nothing. */
const videoView: NodeViewConstructor = (node) => {
  const dom = element('div', styles.richVideo);
  const draw = (one: Node): void => {
    const { video = null, list = null } = parseYoutube(textOf(one, 'src')) ?? {};
    const title = textOf(one, 'title') === 'Video' ? '' : textOf(one, 'title');
    dom.replaceChildren(
      element('strong', '', title || 'YouTube video'),
      element('span', '', video === null ? `youtube.com, list ${list ?? ''}` : `youtu.be/${video}`),
    );
  };
  draw(node);
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false;
      draw(next);
      return true;
    },
    ignoreMutation: () => true,
  };
};

const rawView: NodeViewConstructor = (node) => {
  const dom = element('div', styles.richRaw);
  const draw = (one: Node): void => {
    const content = element('div', '');
    content.append(showableContent(parseInert(textOf(one, 'html')), document, isShownPicture));
    dom.replaceChildren(element('p', styles.richRawLabel, 'HTML, stored unchanged'), content);
  };
  draw(node);
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false;
      draw(next);
      return true;
    },
    ignoreMutation: () => true,
  };
};

const anchorView: NodeViewConstructor = () => ({ dom: element('span', styles.richAnchor, '⚓') });

/** Views of the nodes without text; drawn without React, which would render with every key. */
export const nodeViews = Extension.create({
  name: 'nodeViews',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        nodeViews: {
          image: pictureView('span'),
          figureImage: pictureView('div'),
          youtube: videoView,
          [RAW_BLOCK]: rawView,
          anchor: anchorView,
        },
      },
    }),
  ],
});
