// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EARLY_SCRIPT, PLACES_KEY, SCRIPTS_ID } from './theme.ts';

const heldBack = (): void => {
  document.head.innerHTML = `<template id="${SCRIPTS_ID}"><link rel="modulepreload" href="/a.js"></template>`;
  // What the page's head does.
  new Function(EARLY_SCRIPT)();
};
const started = (): boolean => document.head.querySelector('link[rel=modulepreload]') !== null;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
  document.head.innerHTML = '';
  document.documentElement.className = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '');
});

describe('the script in the head of a page', () => {
  it('marks that scripts run, and takes the saved colours and text size', () => {
    localStorage.setItem('vidhi.theme', 'dark');
    localStorage.setItem('vidhi.text', 'large');
    heldBack();
    const { classList, dataset } = document.documentElement;
    expect([classList.contains('scripted'), dataset['theme'], dataset['text']]).toEqual([
      true,
      'dark',
      'large',
    ]);
  });
  it('holds the scripts of the page back until its reader does something', () => {
    heldBack();
    expect(started()).toBe(false);
    dispatchEvent(new Event('keydown'));
    expect(started()).toBe(true);
    expect(document.getElementById(SCRIPTS_ID)).toBeNull();
  });
  it('has them run one after another, in their order', () => {
    heldBack();
    const { content } = document.getElementById(SCRIPTS_ID) as HTMLTemplateElement;
    const scripts = ['/libraries.js', '/main.js'].map((src) =>
      Object.assign(document.createElement('script'), { type: 'module', src, async: true }),
    );
    content.append(...scripts);
    dispatchEvent(new Event('keydown'));
    expect([...document.head.querySelectorAll('script')]).toEqual(scripts);
    expect(scripts.map((script) => script.async)).toEqual([false, false]);
  });
  it('waits with them until the whole page has come', () => {
    const readiness = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    heldBack();
    dispatchEvent(new Event('pointermove'));
    dispatchEvent(new Event('pointerdown'));
    expect(started()).toBe(false);
    readiness.mockReturnValue('interactive');
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    expect(started()).toBe(true);
    expect(document.head.querySelectorAll('link[rel=modulepreload]')).toHaveLength(1);
    readiness.mockRestore();
  });
  it('presses again, once React listens, the last button that was pressed before', () => {
    document.body.innerHTML = '<div id="root"><button type="button">A</button></div>';
    heldBack();
    const [root, button] = [document.getElementById('root'), document.querySelector('button')];
    const presses = vi.fn();
    button?.click();
    button?.addEventListener('click', presses);
    dispatchEvent(new Event('pointerdown'));
    vi.advanceTimersByTime(1_000);
    expect(presses).not.toHaveBeenCalled();
    Object.assign(root ?? {}, { __reactContainer$x: {} });
    vi.advanceTimersByTime(1_000);
    expect(presses).toHaveBeenCalledTimes(1);
  });
  it('tells React of the field that has the focus already', () => {
    document.body.innerHTML = '<div id="root"><input></div>';
    heldBack();
    const [root, field] = [document.getElementById('root'), document.querySelector('input')];
    field?.focus();
    const focused = vi.fn();
    root?.addEventListener('focusin', focused);
    dispatchEvent(new Event('keydown'));
    Object.assign(root ?? {}, { __reactContainer$x: {} });
    vi.advanceTimersByTime(1_000);
    expect(focused).toHaveBeenCalledTimes(1);
    expect(focused).toHaveBeenCalledWith(expect.objectContaining({ target: field }));
  });
  it('forgets the place of a page that its reader comes to anew, and of no other', () => {
    const here = `default ${location.pathname}`;
    sessionStorage.setItem(PLACES_KEY, JSON.stringify({ [here]: 900, 'default /other': 300 }));
    heldBack();
    expect(JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '')).toEqual({ 'default /other': 300 });
  });
  it('keeps the place of a page that is come back to, until its reader scrolls by himself', () => {
    history.replaceState({ idx: 1, key: 'k' }, '');
    const places = { [`k ${location.pathname}`]: 900, 'default /other': 300 };
    sessionStorage.setItem(PLACES_KEY, JSON.stringify(places));
    heldBack();
    expect(JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '')).toEqual(places);
    dispatchEvent(new Event('scroll'));
    expect(JSON.parse(sessionStorage.getItem(PLACES_KEY) ?? '')).toEqual({ 'default /other': 300 });
  });
  it('leaves to React what was pressed when it listened already', () => {
    document.body.innerHTML = '<div id="root"><button type="button">A</button></div>';
    heldBack();
    const [root, button] = [document.getElementById('root'), document.querySelector('button')];
    dispatchEvent(new Event('pointerdown'));
    Object.assign(root ?? {}, { __reactContainer$x: {} });
    const presses = vi.fn();
    button?.addEventListener('click', presses);
    button?.click();
    vi.advanceTimersByTime(1_000);
    expect(presses).toHaveBeenCalledTimes(1);
  });
  it('starts them once only', () => {
    heldBack();
    dispatchEvent(new Event('pointerdown'));
    dispatchEvent(new Event('keydown'));
    expect(document.head.querySelectorAll('link[rel=modulepreload]')).toHaveLength(1);
  });
});
