// Names and ports of the rehearsal. Every name is this machine.

export const DOMAIN = 'viajescupo.co'
export const SITE = `https://${DOMAIN}`

/** Of the server, as in docs/deploy.md. */
export const SITE_PORT = 3000
export const OUTSIDE_PORT = 4000
export const MAIL_PORT = 2525
export const DATABASE_PORT = 5432

/** Where each outside party is really asked, and where the stand-in has it. */
export const PARTIES: { host: string; from: string; to: string }[] = [
  { host: 'production.wompi.co', from: '^/v1', to: '/sandbox/wompi/v1' },
  { host: 'checkout.wompi.co', from: '^/p', to: '/sandbox/wompi/p' },
  { host: 'api.payouts.wompi.co', from: '^/', to: '/sandbox/wompi-payouts/' },
  { host: 'api.twilio.com', from: '^/', to: '/sandbox/text/sms/' },
]

export const MAIL_HOST = `smtp.${DOMAIN}`
