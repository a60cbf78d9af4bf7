/**
 * Domains of the push services of browsers; no other host is called. Their makers move the service
 * between hosts of these domains: Chrome uses fcm.googleapis.com, android.googleapis.com and
 * jmt17.google.com.
 */
const HOSTS = [
  /^[a-z0-9-]+\.(google|googleapis)\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
]

/** Whether an endpoint is a known push service or `local` (tests); others may not be called. */
export function isPushEndpoint(endpoint: string, local: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (local !== undefined && origin === local) return true
  return protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname))
}
