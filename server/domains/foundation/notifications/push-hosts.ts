/** Push services of known browsers; no other host is called. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
]

/** Whether an endpoint is a known push service or `local` (tests); others may not be called. */
export function isPushEndpoint(endpoint: string, local: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (local !== undefined && origin === local) return true
  return protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname))
}
