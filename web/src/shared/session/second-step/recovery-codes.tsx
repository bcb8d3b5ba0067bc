import './second-step.css';

const FILE = 'recovery-codes.txt';

/** Recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const handleSave = () => {
    const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = FILE;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <section aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">Your recovery codes</h3>
      <p>
        Save these codes now: they are not shown again. Each lets you log in once when you do not have your
        phone.
      </p>
      <ul className="second-step__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="second-step__buttons">
        <button type="button" className="button button--plain" onClick={handleSave}>
          Download
        </button>
        <button type="button" className="button" onClick={onDone}>
          I have saved them
        </button>
      </p>
    </section>
  );
}
