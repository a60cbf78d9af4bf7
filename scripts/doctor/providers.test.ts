// Tests the doctor's calls to external providers; sandbox/ simulates the providers over HTTP.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOidcSandbox } from '#sandbox/oidc/oidc-sandbox.ts'
import { createTextSandbox } from '#sandbox/text/text-sandbox.ts'
import { createPayoutsSandbox, PAYOUTS_MOUNT } from '#sandbox/wompi/payouts-sandbox.ts'
import { createWompiSandbox } from '#sandbox/wompi/wompi-sandbox.ts'
import { freePort } from '#test/free-port.ts'
import type { Variables } from './configuration.ts'
import { providerFindings } from './providers.ts'

const wompi = {
  publicKey: 'pub_test_shop',
  privateKey: 'prv_test_shop',
  eventsSecret: 'test_events_shop',
  integritySecret: 'test_integrity_shop',
}
const payouts = {
  apiKey: 'payouts-key',
  principalId: 'principal',
  accountId: '0f5a7c1e-8d3b-4b6e-9a51-2c6f0d9b7e44',
  eventsSecret: 'payouts-events',
}

const texts = {
  whatsapp: { token: 'whatsapp-token', phoneId: '106540352242922', appSecret: 'secret' },
  sms: { accountSid: 'AC1', authToken: 'twilio-token', serviceSid: 'MG1' },
}

let outside: FastifyInstance
let healthy: Variables

beforeAll(async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const webhookUrl = `${origin}/nobody`
  outside = Fastify()
  const gateway = createWompiSandbox({ keys: wompi, webhookUrl, autoDeliver: false })
  await outside.register(gateway.plugin)
  await outside.register(createPayoutsSandbox({ keys: payouts, webhookUrl }).plugin)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const people = await openOidcSandbox({
    origin,
    google: { clientId: 'google', clientSecret: 'secret' },
    apple: { clientId: 'co.cupo.web', teamId: 'TEAM', keyId: 'KEY', privateKey },
  })
  await outside.register(people.plugin)
  await outside.register(createTextSandbox(texts).plugin)
  await outside.listen({ port, host: '127.0.0.1' })
  healthy = {
    WOMPI_PUBLIC_KEY: wompi.publicKey,
    WOMPI_PRIVATE_KEY: wompi.privateKey,
    WOMPI_API_URL: `${origin}/sandbox/wompi/v1`,
    PAYOUTS_API_KEY: payouts.apiKey,
    PAYOUTS_PRINCIPAL_ID: payouts.principalId,
    PAYOUTS_ACCOUNT_ID: payouts.accountId,
    PAYOUTS_API_URL: origin + PAYOUTS_MOUNT,
    GOOGLE_CLIENT_ID: 'google',
    GOOGLE_ISSUER_URL: people.google,
    APPLE_CLIENT_ID: 'co.cupo.web',
    APPLE_ISSUER_URL: people.apple,
    TWILIO_ACCOUNT_SID: texts.sms.accountSid,
    TWILIO_AUTH_TOKEN: texts.sms.authToken,
    TWILIO_API_URL: `${origin}/sandbox/text/sms`,
    WHATSAPP_TOKEN: texts.whatsapp.token,
    WHATSAPP_PHONE_ID: texts.whatsapp.phoneId,
    WHATSAPP_API_URL: `${origin}/sandbox/text/whatsapp`,
    VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  }
})

afterAll(() => outside.close())

const idsWith = async (change: Variables) => {
  const found = await providerFindings({ ...healthy, ...change }, { fetch })
  return found.map(({ id }) => id)
}

it('finds no problem when every provider accepts our keys', async () => {
  expect(await idsWith({})).toEqual([])
})

it('calls only the configured providers', async () => {
  expect(await providerFindings({}, { fetch })).toEqual([])
})

it.each<[string, Variables, string[]]>([
  ['a public key of another shop', { WOMPI_PUBLIC_KEY: 'pub_test_other' }, ['gateway_public_key']],
  [
    'a private key of another shop',
    { WOMPI_PRIVATE_KEY: 'prv_test_other' },
    ['gateway_private_key'],
  ],
  [
    'a gateway that is away',
    { WOMPI_API_URL: 'http://127.0.0.1:9/v1' },
    ['gateway_public_key', 'gateway_private_key'],
  ],
  [
    'a key of payouts that is refused',
    { PAYOUTS_API_KEY: 'other' },
    ['payouts_account', 'payouts_health'],
  ],
  [
    'an account of somebody else',
    { PAYOUTS_ACCOUNT_ID: '11111111-1111-4111-8111-111111111111' },
    ['payouts_account'],
  ],
  ['a token of Twilio that is refused', { TWILIO_AUTH_TOKEN: 'other' }, ['sms_refused']],
  [
    'a token of WhatsApp that has expired',
    { WHATSAPP_TOKEN: 'other' },
    ['whatsapp_refused', 'whatsapp_templates'],
  ],
  ['a number of another account', { WHATSAPP_PHONE_ID: '999' }, ['whatsapp_refused']],
  ['Google that is away', { GOOGLE_ISSUER_URL: 'http://127.0.0.1:9' }, ['google_unreachable']],
  [
    'an issuer that is not Apple',
    { APPLE_ISSUER_URL: 'http://127.0.0.1:9' },
    ['apple_unreachable'],
  ],
  [
    'a push key that is no number of the curve',
    { VAPID_PRIVATE_KEY: Buffer.alloc(32, 255).toString('base64url') },
    ['push_key'],
  ],
])('reports a provider problem: %s', async (_what, change, ids) => {
  expect(await idsWith(change)).toEqual(ids)
})

it('reads the published answers of payouts: our account, and services that are down', async () => {
  const folder = path.join(import.meta.dirname, '../../test/provider-examples/wompi-payouts')
  const published = Fastify()
  for (const name of ['accounts', 'health']) {
    const example = readFileSync(path.join(folder, `${name}.json`), 'utf8')
    published.get(`/v1/${name}`, async () => JSON.parse(example))
  }
  const PAYOUTS_API_URL = await published.listen({ port: 0, host: '127.0.0.1' })
  const idsOf = (PAYOUTS_ACCOUNT_ID: string) => idsWith({ PAYOUTS_API_URL, PAYOUTS_ACCOUNT_ID })
  expect(await idsOf('account-1')).toEqual(['payouts_health'])
  expect(await idsOf('account-2')).toEqual(['payouts_account', 'payouts_health'])
  await published.close()
})
