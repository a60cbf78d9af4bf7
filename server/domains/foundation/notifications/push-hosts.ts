/** Push services of the browsers that people use; nothing else is ever called. */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
]

/**
 * Whether messages may be sent to an address that a browser gave: the server must not be made to
 * call anything else (SSRF). `local` is the origin of the push service of development and tests.
 */
export function isPushEndpoint(endpoint: string, local: string | undefined): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (local !== undefined && origin === local) return true
  return protocol === 'https:' && port === '' && HOSTS.some((host) => host.test(hostname))
}
