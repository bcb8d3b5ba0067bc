import { DELIVERIES, METHODS } from './entities.ts';
import { FAULT_KINDS } from './faults.ts';

const select = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label} <select name="${name}">${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
/** An empty field is not sent: the API has its default. */
const number = (name: string, label: string): string =>
  `<label>${label} <input type="number" name="${name}"></label>`;
const checkbox = (name: string, label: string): string =>
  `<label><input type="checkbox" name="${name}"> ${label}</label>`;

/** Form whose fields the buttons of orders, payments and refunds send in addition to their own bodies. */
export const optionsForm = (): string => `<form>
<fieldset id="webhook-options"><legend>Webhooks of the next button</legend>
${select('webhook', 'Delivery', DELIVERIES)}
${number('late_ms', 'Late by (milliseconds)')}
${checkbox('reversed', 'In the opposite order')}
${checkbox('tampered', 'Changed after they were signed')}
</fieldset>
<fieldset id="payment-options"><legend>Payment of the next button</legend>
${select('method', 'Method', METHODS)}
${number('amount', 'Another amount (paise)')}
<label>Test card of a failure (digits) <input name="card" inputmode="numeric"></label>
${number('refund_failures', 'Refunds that the bank returns')}
</fieldset>
<fieldset id="return-options"><legend>Refund or dispute of the next button</legend>
${number('amount', 'Part of the payment (paise)')}
</fieldset>
</form>`;

/** Adds failures of the next calls of the API, and removes all of them. */
export const faultsForm = (): string => `<form data-path="/control/faults">
<fieldset><legend>Fail the next calls of the API</legend>
<label>Call, such as POST /v1/orders, or * <input name="call" value="*" required></label>
${select('kind', 'Kind', FAULT_KINDS)}
${number('times', 'Times')}
${number('code', 'Status')}
${number('ms', 'Delay (milliseconds)')}
<button type="submit">Add fault</button>
<button type="button" class="plain" data-path="/control/faults" data-method="DELETE">Remove all faults</button>
</fieldset>
</form>`;
