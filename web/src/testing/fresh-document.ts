// Test files share a document: each begins at the start page, without attributes of the root element and without anything
// stored.
if (typeof document !== 'undefined') {
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
}
