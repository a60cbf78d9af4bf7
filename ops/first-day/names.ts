// Host names and ports of the rehearsal. Every name resolves to this machine.

export const DOMAIN = 'viajescupo.co'
export const SITE = `https://${DOMAIN}`

/** Ports of the two processes, as in docs/deploy.md. */
export const SITE_PORTS = [3000, 3001]

/** Addresses at which the proxies of docs/deploy.md listen; names resolve to that of nginx. */
export const PROXIES = { nginx: '127.0.0.2', caddy: '127.0.0.3' }
export const OUTSIDE_PORT = 4000
export const MAIL_PORT = 2525
export const DATABASE_PORT = 5432

/** Real address of each external provider, and its path in the simulation. */
export const PARTIES: { host: string; from: string; to: string }[] = [
  { host: 'production.wompi.co', from: '^/v1', to: '/sandbox/wompi/v1' },
  { host: 'checkout.wompi.co', from: '^/p', to: '/sandbox/wompi/p' },
  { host: 'api.payouts.wompi.co', from: '^/', to: '/sandbox/wompi-payouts/' },
  { host: 'api.twilio.com', from: '^/', to: '/sandbox/text/sms/' },
]

export const MAIL_HOST = `smtp.${DOMAIN}`
