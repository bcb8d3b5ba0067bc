// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveTheme } from '#shared/appearance/theme.ts';
import {
  PREPARED_KEY,
  REACT_LISTENS_EVENT,
  SCRIPTS_ID,
  SCROLL_POSITIONS_KEY,
} from '#shared/browser/boot-contract.ts';
import { boot } from './boot.ts';

const bootWithScripts = (): void => {
  document.head.innerHTML = `<template id="${SCRIPTS_ID}"><link rel="modulepreload" href="/a.js"></template>`;
  boot();
};
const haveScriptsStarted = (): boolean => document.head.querySelector('link[rel=modulepreload]') !== null;
const reactListens = (): void => void document.dispatchEvent(new Event(REACT_LISTENS_EVENT));
const savedPositions = (): unknown => JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_KEY) ?? '');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  // Removes the listeners of the test that wait for React.
  reactListens();
  vi.useRealTimers();
  document.body.innerHTML = '';
  document.head.innerHTML = '';
  document.documentElement.className = '';
  delete document.documentElement.dataset['theme'];
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '');
});

describe('boot', () => {
  it('marks that scripts run, and applies the saved colours and text size', () => {
    localStorage.setItem('vidhi.theme', 'dark');
    localStorage.setItem('vidhi.text', 'large');
    bootWithScripts();
    const { classList, dataset } = document.documentElement;
    expect([classList.contains('scripted'), dataset['theme'], dataset['text']]).toEqual([
      true,
      'dark',
      'large',
    ]);
  });
  it('marks that somebody may be logged in', () => {
    bootWithScripts();
    expect(document.documentElement.classList.contains('hinted')).toBe(false);
    localStorage.setItem('vidhi.session', 'in');
    bootWithScripts();
    expect(document.documentElement.classList.contains('hinted')).toBe(true);
  });
  it('applies the chosen colours to the bars of the browser, now and after each change', () => {
    localStorage.setItem('vidhi.theme', 'dark');
    document.head.innerHTML = ['light', 'dark']
      .map(
        (scheme) =>
          `<meta name="theme-color" data-scheme="${scheme}" media="(prefers-color-scheme: ${scheme})">`,
      )
      .join('');
    const media = () => [...document.querySelectorAll('meta')].map((meta) => meta.media);
    boot();
    expect(media()).toEqual(['not all', 'all']);
    saveTheme('light');
    expect(media()).toEqual(['all', 'not all']);
    saveTheme('system');
    expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  });
  it('holds the scripts of the page back until the first input', () => {
    bootWithScripts();
    expect(haveScriptsStarted()).toBe(false);
    dispatchEvent(new Event('keydown'));
    expect(haveScriptsStarted()).toBe(true);
    expect(document.getElementById(SCRIPTS_ID)).toBeNull();
  });
  it('starts the scripts at once that a page before has fetched', () => {
    sessionStorage.setItem(PREPARED_KEY, '/other');
    bootWithScripts();
    expect(haveScriptsStarted()).toBe(false);
    sessionStorage.setItem(PREPARED_KEY, location.pathname);
    bootWithScripts();
    expect(haveScriptsStarted()).toBe(true);
  });
  it('does not take a pointer that rests for input', () => {
    bootWithScripts();
    const move = (movementX: number): void =>
      void dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY: 0 }));
    move(0);
    expect(haveScriptsStarted()).toBe(false);
    move(-3);
    expect(haveScriptsStarted()).toBe(true);
  });
  it('inserts the scripts in order, in a task each, and not as async', async () => {
    bootWithScripts();
    const { content } = document.getElementById(SCRIPTS_ID) as HTMLTemplateElement;
    const scripts = ['/libraries.js', '/main.js'].map((src) =>
      Object.assign(document.createElement('script'), { type: 'module', src, async: true }),
    );
    content.append(...scripts);
    dispatchEvent(new Event('keydown'));
    const inserted = () => [...document.head.querySelectorAll('script')];
    expect(inserted()).toEqual([]);
    await expect.poll(inserted).toEqual(scripts);
    expect(scripts.map((script) => script.async)).toEqual([false, false]);
  });
  it('holds the scripts back until the document has been parsed', () => {
    const readiness = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    bootWithScripts();
    dispatchEvent(new Event('pointermove'));
    dispatchEvent(new Event('pointerdown'));
    expect(haveScriptsStarted()).toBe(false);
    readiness.mockReturnValue('interactive');
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    expect(haveScriptsStarted()).toBe(true);
    expect(document.head.querySelectorAll('link[rel=modulepreload]')).toHaveLength(1);
    readiness.mockRestore();
  });
  it('starts the scripts once', () => {
    bootWithScripts();
    dispatchEvent(new Event('pointerdown'));
    dispatchEvent(new Event('keydown'));
    expect(document.head.querySelectorAll('link[rel=modulepreload]')).toHaveLength(1);
  });
  it('repeats the last click on a button once React listens', () => {
    document.body.innerHTML = '<div id="root"><button type="button">A</button></div>';
    bootWithScripts();
    const button = document.querySelector('button');
    const handleClick = vi.fn();
    button?.click();
    button?.addEventListener('click', handleClick);
    dispatchEvent(new Event('pointerdown'));
    expect(handleClick).not.toHaveBeenCalled();
    reactListens();
    expect(handleClick).toHaveBeenCalledTimes(1);
  });
  it('does not repeat a click that React has received', () => {
    document.body.innerHTML = '<div id="root"><button type="button">A</button></div>';
    bootWithScripts();
    const button = document.querySelector('button');
    reactListens();
    const handleClick = vi.fn();
    button?.addEventListener('click', handleClick);
    button?.click();
    reactListens();
    expect(handleClick).toHaveBeenCalledTimes(1);
  });
  it('submits a form with the method post once React listens, and no other', () => {
    bootWithScripts();
    document.body.innerHTML =
      '<form method="post"><button></button></form><form method="get"><button></button></form>';
    const submits: unknown[] = [];
    document.body.addEventListener('submit', ({ target }) => submits.push(target));
    const [post, get] = document.forms;
    const isSubmitted = (form: HTMLFormElement | undefined) =>
      form?.dispatchEvent(
        new SubmitEvent('submit', {
          bubbles: true,
          cancelable: true,
          submitter: form.querySelector('button'),
        }),
      );
    expect([isSubmitted(get), isSubmitted(post), isSubmitted(post)]).toEqual([true, false, false]);
    submits.length = 0;
    document.body.addEventListener('submit', (event) => event.preventDefault());
    reactListens();
    reactListens();
    expect(submits).toEqual([post]);
  });
  it('announces the focused field once React listens', () => {
    document.body.innerHTML = '<div id="root"><input></div>';
    bootWithScripts();
    const [root, field] = [document.getElementById('root'), document.querySelector('input')];
    field?.focus();
    const handleFocus = vi.fn();
    root?.addEventListener('focusin', handleFocus);
    reactListens();
    expect(handleFocus).toHaveBeenCalledTimes(1);
    expect(handleFocus).toHaveBeenCalledWith(expect.objectContaining({ target: field }));
  });
  it('discards the scroll position of a page on a new visit, and no other', () => {
    const here = `default ${location.pathname}`;
    sessionStorage.setItem(SCROLL_POSITIONS_KEY, JSON.stringify({ [here]: 900, 'default /other': 300 }));
    bootWithScripts();
    expect(savedPositions()).toEqual({ 'default /other': 300 });
  });
  it('delays the layout below the first screen on a new visit until the reader has scrolled', () => {
    const { classList } = document.documentElement;
    bootWithScripts();
    dispatchEvent(new Event('scroll'));
    expect(classList.contains('unscrolled')).toBe(true);
    dispatchEvent(new Event('scrollend'));
    expect(classList.contains('unscrolled')).toBe(false);
  });
  it('changes no layout between the press and the click that follows', () => {
    const { classList } = document.documentElement;
    bootWithScripts();
    dispatchEvent(new Event('pointerdown'));
    dispatchEvent(new Event('scrollend'));
    vi.runAllTimers();
    expect(classList.contains('unscrolled')).toBe(true);
    dispatchEvent(new Event('pointerup'));
    expect(classList.contains('unscrolled')).toBe(true);
    vi.runAllTimers();
    expect(classList.contains('unscrolled')).toBe(false);
  });
  it.each([
    ['a history entry', { idx: 1, key: 'k' }, '/'],
    ['an anchor', null, '/#facts'],
  ])('delays no layout for the scroll position of %s', (_name, state, url) => {
    history.replaceState(state, '', url);
    bootWithScripts();
    expect(document.documentElement.classList.contains('unscrolled')).toBe(false);
    history.replaceState(null, '', '/');
  });
  it('keeps the scroll position of a history entry until the reader scrolls before React listens', () => {
    history.replaceState({ idx: 1, key: 'k' }, '');
    const positions = { [`k ${location.pathname}`]: 900, 'default /other': 300 };
    sessionStorage.setItem(SCROLL_POSITIONS_KEY, JSON.stringify(positions));
    bootWithScripts();
    expect(savedPositions()).toEqual(positions);
    dispatchEvent(new Event('scroll'));
    expect(savedPositions()).toEqual({ 'default /other': 300 });
  });
});
