import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { companyVariables } from '#test/company.ts'
import { newKeys } from '../scripts/new-keys.ts'
import { loadConfig } from './config.ts'

/** Bytes that look random and are the same in every run. */
const random = (name: string) => createHash('sha256').update(name).digest()
const ticketKey = (seed: Buffer) =>
  Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]).toString('base64')

const production = {
  ...companyVariables,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cupo.internal',
  DATABASE_URL: 'postgres://u:p@db/cupo?sslmode=verify-full',
  TRUST_PROXY_HOPS: '1',
  AUTH_SECRET: random('auth').toString('base64'),
  DATA_KEY: random('data').toString('base64'),
  INDEX_KEY: random('index').toString('base64'),
  TICKET_PRIVATE_KEY: ticketKey(random('ticket')),
  METRICS_TOKEN: random('metrics').toString('hex'),
  WOMPI_PUBLIC_KEY: 'pub_prod_1',
  WOMPI_PRIVATE_KEY: `prv_prod_${random('private').toString('hex')}`,
  WOMPI_EVENTS_SECRET: `prod_events_${random('events').toString('hex')}`,
  WOMPI_INTEGRITY_SECRET: `prod_integrity_${random('integrity').toString('hex')}`,
  SMTP_URL: 'smtps://u:p@mail.example',
  MAIL_FROM: 'Cupo <avisos@cupo.internal>',
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('loadConfig', () => {
  it('enables the sandbox and the demonstration when no variable is set', () => {
    expect(loadConfig({})).toMatchObject({ sandbox: true, demo: true, port: 3000 })
  })

  it('counts the .lat site as an origin of ours without a second setting', () => {
    const lat = 'https://cupo.lat'
    expect(loadConfig({ BRAND_LAT_ORIGIN: lat }).siteOrigins).toEqual([lat])
    const both = { BRAND_LAT_ORIGIN: lat, SITE_ORIGINS: `https://otro.internal,${lat}` }
    expect(loadConfig(both).siteOrigins).toEqual(['https://otro.internal', lat])
    expect(loadConfig({}).siteOrigins).toEqual([])
  })

  it('accepts a complete production configuration', () => {
    expect(loadConfig(production)).toMatchObject({ production: true, sandbox: false, demo: false })
  })

  it('names every contact of the company that is missing or was not replaced', () => {
    for (const name of Object.keys(companyVariables)) {
      if (name === 'BRAND_NAME') continue
      const { [name]: _, ...rest } = production as Record<string, string>
      expect(() => loadConfig(rest)).toThrow(`${name} es obligatoria en producción`)
    }
    for (const [name, value] of [
      ['BRAND_SUPPORT_MAIL', 'soporte@cupo.example'],
      ['BRAND_PHONE', '+57 602 000 0000'],
      ['BRAND_ADDRESS', 'Calle 00 # 00-00'],
    ]) {
      expect(() => loadConfig({ ...production, [name ?? '']: value })).toThrow(
        `${name} es un dato de ejemplo: ${value}`,
      )
    }
  })

  it('reads PAYOUTS_FILE_COLUMNS and refuses a column with an unknown field', () => {
    const { env } = loadConfig({ PAYOUTS_FILE_COLUMNS: 'Cédula=document, Valor = total=pesos' })
    expect(env.PAYOUTS_FILE_COLUMNS).toEqual([
      ['Cédula', 'document'],
      ['Valor = total', 'pesos'],
    ])
    for (const wrong of ['Valor', 'Valor=plata', '=pesos']) {
      expect(() => loadConfig({ PAYOUTS_FILE_COLUMNS: wrong })).toThrow('PAYOUTS_FILE_COLUMNS')
    }
  })

  it('refuses company data with characters that would break the HTML of the pages', () => {
    for (const value of ['Cupo </script>', 'Cupo "S.A.S."']) {
      expect(() => loadConfig({ BRAND_LEGAL_NAME: value })).toThrow('BRAND_LEGAL_NAME')
    }
    expect(() => loadConfig({ BRAND_ORIGIN: 'https://cupo.internal/' })).toThrow('BRAND_ORIGIN')
  })

  it('refuses DATABASE_REPLICA_URL and says why, in development too', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://u:p@127.0.0.1/cupo' }
    for (const variables of [replica, { ...production, ...replica }]) {
      expect(() => loadConfig(variables)).toThrow(
        /DATABASE_REPLICA_URL ya no existe: las búsquedas leen la base de datos principal.*0027-/,
      )
    }
    expect(loadConfig({ DATABASE_REPLICA_URL: '' }).production).toBe(false)
  })

  it('allows unencrypted database, routing and NATS connections to localhost', () => {
    const local = {
      DATABASE_URL: 'postgres://u:p@127.0.0.1/cupo',
      ROUTING_URL: 'http://localhost:5000',
      NATS_URL: 'nats://127.0.0.1:4222',
    }
    expect(loadConfig({ ...production, ...local }).production).toBe(true)
  })

  it.each([
    ['a Unix socket', 'postgres:///cupo?host=/var/run/postgresql'],
    ['a Unix socket, percent-encoded', 'postgres://%2Fvar%2Frun%2Fpostgresql/cupo'],
    ['this machine by IPv6', 'postgres://u:p@[::1]/cupo'],
  ])('allows an unencrypted database connection by %s', (_what, url) => {
    expect(loadConfig({ ...production, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    ['in the query', 'postgres:///cupo?host=db.internal'],
    ['in the query, against the address', 'postgres://u:p@127.0.0.1/cupo?host=db.internal'],
    ['the last of two', 'postgres:///cupo?host=/var/run/postgresql&host=db.internal'],
  ])('refuses an unencrypted database when a remote host is %s', (_what, url) => {
    expect(() => loadConfig({ ...production, DATABASE_URL: url })).toThrow(/sslmode=verify-full/)
  })

  it.each([
    [
      'a database without encryption',
      { DATABASE_URL: 'postgres://u:p@db/cupo' },
      /DATABASE_URL debe usar/,
    ],
    [
      'a database whose certificate is not verified',
      { DATABASE_URL: 'postgres://u:p@db/cupo?sslmode=require' },
      /sslmode=verify-full/,
    ],
    [
      'a routing server without encryption',
      { ROUTING_URL: 'http://osrm.test' },
      /ROUTING_URL debe usar https/,
    ],
    ['a NATS server without TLS', { NATS_URL: 'nats://nats.test:4222' }, /NATS_URL debe usar tls/],
    ['a NATS server over http', { NATS_URL: 'http://nats.test:4222' }, /NATS_URL/],
    [
      'map tiles over http',
      { TILES_URL: 'http://t.test/{z}/{x}/{y}.png' },
      /TILES_URL debe usar https/,
    ],
    [
      'our address on a reserved domain',
      { PUBLIC_URL: 'https://cupo.example' },
      /PUBLIC_URL es un/,
    ],
    ['our address on localhost', { PUBLIC_URL: 'https://localhost:3000' }, /PUBLIC_URL es un dato/],
    [
      'a sender address on localhost',
      { MAIL_FROM: 'Cupo <avisos@localhost>' },
      /MAIL_FROM es un dato de/,
    ],
    [
      'a sender address on an example domain',
      { MAIL_FROM: 'avisos@cupo.example' },
      /MAIL_FROM es un dato de/,
    ],
    ['a phone of zeros', { EMERGENCY_PHONE: '+573000000000' }, /EMERGENCY_PHONE es un dato de/],
    ['the sandbox', { SANDBOX: '1' }, /SANDBOX=1/],
    ['demo data', { DEMO: '1' }, /DEMO=1/],
    ['a missing secret', { AUTH_SECRET: '' }, /AUTH_SECRET es obligatoria/],
    [
      'Google without its client secret',
      { GOOGLE_CLIENT_ID: 'x' },
      /GOOGLE_CLIENT_SECRET es obligatoria/,
    ],
    [
      'Apple without all of its keys',
      { APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x' },
      /APPLE_KEY_ID es obligatoria/,
    ],
    ['WhatsApp without its phone id', { WHATSAPP_TOKEN: 'x' }, /WHATSAPP_PHONE_ID es obligatoria/],
    [
      'WhatsApp without reports',
      { WHATSAPP_TOKEN: 'x', WHATSAPP_PHONE_ID: '123456' },
      /WHATSAPP_APP_SECRET es obligatoria/,
    ],
    [
      'half of SMS',
      { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` },
      /TWILIO_AUTH_TOKEN es obligatoria/,
    ],
    ['SMS over http', { TWILIO_API_URL: 'http://sms.test' }, /TWILIO_API_URL debe usar https/],
    [
      'an incomplete certificate fingerprint',
      { ANDROID_APP_CERTIFICATES: 'AB:CD' },
      /ANDROID_APP_CERTIFICATES/,
    ],
    ['an invalid iOS team id', { IOS_APP_TEAM_ID: 'cupo' }, /IOS_APP_TEAM_ID/],
    ['a short push key', { VAPID_PRIVATE_KEY: 'abc' }, /VAPID_PRIVATE_KEY/],
    ['an issuer over http', { GOOGLE_ISSUER_URL: 'http://accounts.test' }, /debe usar https/],
    ['a return to plain http', { OAUTH_RETURN_ORIGINS: 'http://localhost:3000' }, /https/],
    ['a path in an origin', { SITE_ORIGINS: 'https://cupo.example/x' }, /SITE_ORIGINS/],
    [
      'a mailbox without an address',
      { MAIL_BOUNCES_URL: 'imaps://a:b@mail.internal' },
      /_ADDRESS es/,
    ],
    [
      'a mailbox without encryption',
      { MAIL_BOUNCES_URL: 'imap://a:b@mail.internal', MAIL_BOUNCES_ADDRESS: 'r@cupo.internal' },
      /debe usar imaps/,
    ],
    ['mail without a server', { SMTP_URL: '' }, /SMTP_URL es obligatoria/],
    ['keys of two environments', { WOMPI_PRIVATE_KEY: 'prv_test_1' }, /mezclan/],
    ['a key of the wrong kind', { WOMPI_EVENTS_SECRET: 'prod_integrity_1' }, /debe empezar/],
    [
      'our own address over http',
      { PUBLIC_URL: 'http://cupo.internal' },
      /PUBLIC_URL debe usar https/,
    ],
    [
      'a bucket with only one of two keys',
      { S3_BUCKET: 'cupo-docs', S3_ACCESS_KEY_ID: 'x' },
      /S3_SECRET_ACCESS_KEY es obligatoria/,
    ],
    ['payouts over http', { PAYOUTS_API_URL: 'http://payouts.test' }, /PAYOUTS_API_URL debe usar/],
    ['the gateway over http', { WOMPI_API_URL: 'http://wompi.test/v1' }, /WOMPI_API_URL debe usar/],
    ['a checkout over http', { WOMPI_CHECKOUT_URL: 'http://wompi.test/p/' }, /WOMPI_CHECKOUT_URL/],
    [
      'mail without encryption',
      { SMTP_URL: 'smtp://u:p@mail.example:587' },
      /SMTP_URL debe usar smtps/,
    ],
    [
      'mail with optional encryption',
      { SMTP_URL: 'smtps://u:p@mail.example?secure=false&ignoreTLS=true' },
      /SMTP_URL debe usar smtps/,
    ],
    [
      'a mail server whose certificate is not verified',
      { SMTP_URL: 'smtps://u:p@mail.example?tls.rejectUnauthorized=false' },
      /certificado/,
    ],
    ['an unset number of proxies', { TRUST_PROXY_HOPS: '' }, /TRUST_PROXY_HOPS es obligatoria/],
    ['a short key', { AUTH_SECRET: base64('corta') }, /AUTH_SECRET debe ser de 32 bytes/],
    ['a typed key', { DATA_KEY: base64('una frase de treinta y dos bytes') }, /DATA_KEY es fácil/],
    ['a key of zeros', { INDEX_KEY: Buffer.alloc(32).toString('base64') }, /INDEX_KEY es fácil/],
    [
      'a key of consecutive numbers',
      { INDEX_KEY: Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString('base64') },
      /INDEX_KEY es fácil/,
    ],
    [
      'a ticket key of zeros',
      { TICKET_PRIVATE_KEY: ticketKey(Buffer.alloc(32)) },
      /TICKET_PRIVATE_KEY es fácil/,
    ],
    ['a short token', { METRICS_TOKEN: 'abcdef' }, /METRICS_TOKEN es fácil/],
    ['a token of one letter', { METRICS_TOKEN: 'a'.repeat(64) }, /METRICS_TOKEN es fácil/],
    [
      'a gateway secret of one letter',
      { WOMPI_EVENTS_SECRET: `prod_events_${'x'.repeat(32)}` },
      /WOMPI_EVENTS_SECRET es fácil/,
    ],
    [
      'two variables with the same key',
      { INDEX_KEY: production.DATA_KEY },
      /DATA_KEY y INDEX_KEY no pueden ser/,
    ],
    [
      'the ticket key as another key',
      { TICKET_PRIVATE_KEY: ticketKey(random('auth')) },
      /AUTH_SECRET y TICKET_PRIVATE_KEY no pueden/,
    ],
    [
      'one gateway secret twice',
      { WOMPI_EVENTS_SECRET: `prod_events_${random('private').toString('hex')}` },
      /WOMPI_PRIVATE_KEY y WOMPI_EVENTS_SECRET no pueden/,
    ],
    ['a weak old key', { DATA_KEYS_OLD: base64('corta') }, /DATA_KEYS_OLD debe ser de 32 bytes/],
    ['the key in use as an old one', { DATA_KEYS_OLD: production.DATA_KEY }, /iguales/],
  ])('refuses %s in production', (_what, change, message) => {
    expect(() => loadConfig({ ...production, ...change })).toThrow(message)
  })

  it('accepts mail with required STARTTLS, and TRUST_PROXY_HOPS=0', () => {
    const SMTP_URL = 'smtp://u:p@mail.example:587?requireTLS=true'
    const config = loadConfig({ ...production, SMTP_URL, TRUST_PROXY_HOPS: '0' })
    expect(config.trustProxyHops).toBe(0)
  })

  it('serves the API description in production only when API_DOCS is set', () => {
    expect(loadConfig({}).apiDocs).toBe(true)
    expect(loadConfig(production).apiDocs).toBe(false)
    expect(loadConfig({ ...production, API_DOCS: '1' }).apiDocs).toBe(true)
  })

  it('lists every problem of the configuration in one error', () => {
    const wrong = { ...production, METRICS_TOKEN: 'x', PUBLIC_URL: 'http://cupo.internal' }
    expect(() => loadConfig(wrong)).toThrow(/PUBLIC_URL.*\n.*METRICS_TOKEN/s)
  })

  it('refuses test keys in production even when they agree', () => {
    const keys = {
      WOMPI_PUBLIC_KEY: 'pub_test_1',
      WOMPI_PRIVATE_KEY: 'prv_test_1',
      WOMPI_EVENTS_SECRET: 'test_events_1',
      WOMPI_INTEGRITY_SECRET: 'test_integrity_1',
    }
    expect(() => loadConfig({ ...production, ...keys })).toThrow(/pruebas no se permiten/)
  })

  it('refuses live keys in staging, and accepts test keys with all other rules', () => {
    const keys = {
      WOMPI_PUBLIC_KEY: 'pub_test_1',
      WOMPI_PRIVATE_KEY: production.WOMPI_PRIVATE_KEY.replace('prod', 'test'),
      WOMPI_EVENTS_SECRET: production.WOMPI_EVENTS_SECRET.replace('prod', 'test'),
      WOMPI_INTEGRITY_SECRET: production.WOMPI_INTEGRITY_SECRET.replace('prod', 'test'),
    }
    const staging = { ...production, STAGING: '1' }
    expect(loadConfig({ ...staging, ...keys }).staging).toBe(true)
    expect(() => loadConfig(staging)).toThrow(/de producción no se permiten con STAGING=1/)
    expect(() => loadConfig({ ...staging, ...keys, SANDBOX: '1' })).toThrow(/SANDBOX=1/)
    expect(() => loadConfig({ ...staging, ...keys, METRICS_TOKEN: 'x' })).toThrow(/fácil/)
  })

  it('accepts the keys that the command for new keys prints, in 20 runs', () => {
    for (let n = 0; n < 20; n += 1) {
      const keys = newKeys()
      expect(loadConfig({ ...production, ...keys }).production).toBe(true)
      expect(newKeys().VAPID_PRIVATE_KEY).not.toBe(keys.VAPID_PRIVATE_KEY)
    }
  })

  it('names the variable with an invalid value in the error', () => {
    expect(() => loadConfig({ PORT: 'abc' })).toThrow(/PORT/)
  })
})
