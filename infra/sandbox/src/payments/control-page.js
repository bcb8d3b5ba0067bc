// Buttons of the control page: each posts its JSON body to its path and shows the result.
document.addEventListener('click', async ({ target }) => {
  const { path, body } = target.dataset ?? {};
  if (path === undefined) return;
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (response.ok) location.reload();
  else document.getElementById('status').textContent = (await response.json()).error.description;
});
