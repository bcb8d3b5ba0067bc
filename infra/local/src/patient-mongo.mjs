const PATIENCE_MS = 60_000;
/**
 * The pause between the checks of a MongoDB that responds. Services check twice a second, each with several clients; a
 * client that waits for a server still checks at that rate.
 */
const CHECK_MS = 10_000;

/**
 * Returns the URL with options by which clients wait a minute before they consider MongoDB hung, and fail their commands;
 * services wait two seconds. For tests: on an overloaded machine a database may get no processor for seconds. The clients
 * also check it less often.
 * @param {string} url
 */
export function patientMongo(url) {
  const patient = new URL(url);
  patient.searchParams.set('connectTimeoutMS', String(PATIENCE_MS));
  patient.searchParams.set('heartbeatFrequencyMS', String(CHECK_MS));
  return patient.href;
}
