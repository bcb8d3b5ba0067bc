// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EARLY_SCRIPT, SCRIPTS_ID } from './theme.ts';

const heldBack = (): void => {
  document.head.innerHTML = `<template id="${SCRIPTS_ID}"><link rel="modulepreload" href="/a.js"></template>`;
  // What the page's head does.
  new Function(EARLY_SCRIPT)();
};
const started = (): boolean => document.head.querySelector('link[rel=modulepreload]') !== null;

afterEach(() => {
  document.head.innerHTML = '';
  document.documentElement.className = '';
  localStorage.clear();
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
  it('starts them once only', () => {
    heldBack();
    dispatchEvent(new Event('pointerdown'));
    dispatchEvent(new Event('keydown'));
    expect(document.head.querySelectorAll('link[rel=modulepreload]')).toHaveLength(1);
  });
});
