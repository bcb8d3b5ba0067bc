// Stand-in for Razorpay's checkout.js: `new Razorpay(options).open()` shows a modal with the frame of the sandbox.
(() => {
  const { origin } = new URL(document.currentScript.src);

  const OVERLAY =
    'position:fixed;inset:0;z-index:2147483647;display:flex;align-items:center;justify-content:center;background:rgba(0,0,0,.6);';
  const FRAME = 'width:min(26rem,100vw);height:min(40rem,100vh);border:0;border-radius:8px;background:#fff;';

  function postForm(url, fields) {
    const form = document.createElement('form');
    form.method = 'POST';
    form.action = url;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #overlay = null;
    #returnFocus = null;

    constructor(options) {
      for (const name of ['key', 'order_id'])
        if (typeof options?.[name] !== 'string') throw new TypeError(`${name} is required`);
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }

    open() {
      if (this.#overlay !== null) return;
      const { key, order_id, name = '', prefill = {}, modal = {} } = this.#options;
      const query = new URLSearchParams({
        key,
        order_id,
        name,
        email: prefill.email ?? '',
        contact: prefill.contact ?? '',
        parent: location.origin,
      });
      const overlay = document.createElement('div');
      overlay.style.cssText = OVERLAY;
      overlay.setAttribute('role', 'dialog');
      overlay.setAttribute('aria-modal', 'true');
      overlay.setAttribute('aria-label', 'Payment');
      overlay.className = 'razorpay-container';
      const frame = document.createElement('iframe');
      frame.className = 'razorpay-checkout-frame';
      frame.title = 'Payment';
      frame.allow = 'payment';
      frame.style.cssText = FRAME;
      frame.src = `${origin}/checkout?${query}`;
      overlay.append(frame);
      overlay.addEventListener('click', ({ target }) => {
        if (target === overlay && modal.backdropclose === true) this.#dismiss();
      });
      this.#returnFocus = document.activeElement;
      this.#overlay = overlay;
      window.addEventListener('message', this.#receive);
      window.addEventListener('keydown', this.#onKey);
      document.body.append(overlay);
      frame.focus();
    }

    close() {
      window.removeEventListener('message', this.#receive);
      window.removeEventListener('keydown', this.#onKey);
      this.#overlay?.remove();
      this.#overlay = null;
      this.#returnFocus?.focus?.();
    }

    #dismiss() {
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    #onKey = ({ key }) => {
      if (key === 'Escape' && this.#options.modal?.escape !== false) this.#dismiss();
    };

    #receive = ({ origin: sender, source, data }) => {
      if (sender !== origin || source !== this.#overlay?.querySelector('iframe')?.contentWindow) return;
      const { handler, callback_url: callbackUrl, redirect, modal } = this.#options;
      if (data.type === 'success') {
        this.close();
        if (redirect === true && callbackUrl) postForm(callbackUrl, data.response);
        else handler?.(data.response);
      } else if (data.type === 'failed') {
        for (const listener of this.#listeners.get('payment.failed') ?? []) listener({ error: data.error });
        if (redirect === true && callbackUrl)
          postForm(
            callbackUrl,
            Object.fromEntries(
              Object.entries(data.error).map(([name, value]) => [
                `error[${name}]`,
                typeof value === 'string' ? value : JSON.stringify(value),
              ]),
            ),
          );
      } else if (data.type === 'dismiss' && modal?.escape !== false) this.#dismiss();
    };
  }

  window.Razorpay = Razorpay;
})();
