// The control page: its buttons and its form of faults send JSON, and the page shows what came of it.

/** The fields that have a value; unchecked boxes are false, so that they are sent too. */
function valuesOf({ elements }) {
  const values = {};
  for (const { name, type, value, checked, valueAsNumber } of elements) {
    if (type === 'checkbox') values[name] = checked;
    else if (name && value) values[name] = type === 'number' ? valueAsNumber : value;
  }
  return values;
}

async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (response.ok) return location.reload();
  const { error } = await response.json();
  document.getElementById('status').textContent = error.description ?? error.message;
}

document.addEventListener('click', ({ target }) => {
  const { path, method = 'POST', body, options = '' } = target.dataset ?? {};
  if (path === undefined || target.type !== 'button') return;
  const ids = options.split(' ').filter(Boolean);
  const fields = ids.map((id) => valuesOf(document.getElementById(id)));
  void send(method, path, body && Object.assign({}, ...fields, JSON.parse(body)));
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const { path } = event.target.dataset;
  if (path !== undefined) void send('POST', path, valuesOf(event.target));
});
