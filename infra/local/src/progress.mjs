/**
 * @typedef {{
 *   step: (title: string) => void,
 *   update: (part: { done?: number, total?: number, note?: string }) => void,
 *   say: (line: string) => void,
 *   finish: () => void,
 *   times: { title: string, seconds: number }[],
 * }} Progress
 */

const BAR_WIDTH = 24;
const REDRAW_MS = 120;
const PLAIN_EVERY_MS = 5_000;

/** @param {number} since */
const secondsSince = (since) => (Date.now() - since) / 1_000;

/**
 * Shows progress of steps: a progress bar on a terminal, plain lines elsewhere.
 * @param {{ stream: NodeJS.WriteStream, steps: number, plain?: boolean }} options
 * @returns {Progress}
 */
export function createProgress({ stream, steps, plain = !stream.isTTY }) {
  let index = 0;
  let title = '';
  let startedAt = Date.now();
  let fraction = 0;
  let note = '';
  let lastPlain = 0;
  /** @type {{ title: string, seconds: number }[]} */
  const times = [];
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  const clear = () => {
    if (!plain) stream.write('\r\u001B[2K');
  };
  const draw = () => {
    if (plain || title === '') return;
    const share = Math.min(1, (index - 1 + fraction) / steps);
    const filled = Math.round(share * BAR_WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
    const text = `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${title}${note === '' ? '' : `: ${note}`} (${secondsSince(startedAt).toFixed(0)} s)`;
    stream.write(`\r\u001B[2K${text.slice(0, Math.max(20, (stream.columns ?? 100) - 1))}`);
  };
  const close = () => {
    if (title === '') return;
    const seconds = secondsSince(startedAt);
    times.push({ title, seconds });
    if (plain) stream.write(`      done in ${seconds.toFixed(1)} s\n`);
    title = '';
  };
  return {
    times,
    step(next) {
      close();
      index += 1;
      title = next;
      note = '';
      fraction = 0;
      startedAt = Date.now();
      lastPlain = Date.now();
      if (plain) stream.write(`[${index}/${steps}] ${next}\n`);
      else timer ??= setInterval(draw, REDRAW_MS);
      draw();
    },
    update({ done, total, note: text }) {
      if (done !== undefined && total !== undefined && total > 0) fraction = Math.min(1, done / total);
      if (text !== undefined) note = text;
      if (!plain || Date.now() - lastPlain < PLAIN_EVERY_MS) return;
      lastPlain = Date.now();
      const share =
        done !== undefined && total !== undefined && total > 0 ? `${Math.floor((100 * done) / total)}% ` : '';
      stream.write(`      ${share}${note} (${secondsSince(startedAt).toFixed(0)} s)\n`);
    },
    say(line) {
      clear();
      stream.write(`${line}\n`);
      draw();
    },
    finish() {
      clear();
      close();
      if (timer !== undefined) clearInterval(timer);
      timer = undefined;
    },
  };
}
