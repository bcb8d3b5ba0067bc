/** Shown where the server could not say; trying again may help. */
export function Unavailable() {
  const handleRetry = () => window.location.reload();
  return (
    <div className="missing">
      <h1>This page cannot be shown just now</h1>
      <p>It exists, but our servers did not answer in time. Please try again in a moment.</p>
      <button className="button needs-script" type="button" onClick={handleRetry}>
        Try again
      </button>
    </div>
  );
}
