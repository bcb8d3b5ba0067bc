// Runs in the frame of the modal: sends what the customer enters, and tells the shop's page what came of it.
const { key, orderId, parentOrigin, prefill } = JSON.parse(document.getElementById('order').textContent);
const status = document.getElementById('status');
const form = document.getElementById('pay');
const bank = document.getElementById('bank');
let paymentId = null;

const tell = (message) => parent.postMessage(message, parentOrigin);

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

function setBusy(isBusy) {
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
}

function show(response) {
  if (response.error) {
    status.textContent = response.error.description;
    bank.hidden = true;
    form.hidden = false;
    tell({ type: 'failed', error: response.error });
  } else if (response.next === 'bank') {
    paymentId = response.payment_id;
    status.textContent = '';
    form.hidden = true;
    bank.hidden = false;
    document.getElementById('otp-fields').hidden = response.method !== 'card';
    (response.method === 'card'
      ? document.getElementById('otp')
      : document.getElementById('bank-success')
    ).focus();
  } else {
    status.textContent = 'Payment successful';
    tell({ type: 'success', response: response.response });
  }
}

async function run(request) {
  setBusy(true);
  try {
    show(await request());
  } catch {
    status.textContent = 'The connection to the bank was lost. Try again.';
  } finally {
    setBusy(false);
  }
}

function showMethod() {
  const method = form.elements.method.value;
  for (const fields of form.querySelectorAll('fieldset[data-method]')) {
    fields.hidden = fields.dataset.method !== method;
    fields.disabled = fields.hidden;
  }
}

form.addEventListener('change', showMethod);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form));
  void run(() => post('/checkout/attempts', { key, order_id: orderId, ...prefill, ...fields }));
});
const complete = (body) => run(() => post(`/checkout/attempts/${paymentId}/complete`, { key, ...body }));
bank.addEventListener('submit', (event) => {
  event.preventDefault();
  void complete({ otp: document.getElementById('otp').value });
});
document.getElementById('bank-success').addEventListener('click', () => complete({ result: 'success' }));
document.getElementById('bank-failure').addEventListener('click', () => complete({ result: 'failure' }));
document.getElementById('close').addEventListener('click', () => tell({ type: 'dismiss' }));
window.addEventListener('keydown', ({ key: pressed }) => {
  if (pressed === 'Escape') tell({ type: 'dismiss' });
});
showMethod();
// The page has its buttons disabled: pressed before this script ran, they would do nothing, or load the form's own address.
setBusy(false);
