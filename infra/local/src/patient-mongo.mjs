const PATIENCE_MS = 60_000;

/**
 * Returns the URL with an option by which clients wait a minute before they consider MongoDB hung, and fail their commands;
 * services wait two seconds. For tests: on an overloaded machine a database may get no processor for seconds.
 * @param {string} url
 */
export function patientMongo(url) {
  const patient = new URL(url);
  patient.searchParams.set('connectTimeoutMS', String(PATIENCE_MS));
  return patient.href;
}
