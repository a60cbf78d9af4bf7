import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://cupo.example',
  DATABASE_URL: 'postgres://u:p@db/cupo',
  AUTH_SECRET: 'x',
  DATA_KEY: 'x',
  INDEX_KEY: 'x',
  TICKET_PRIVATE_KEY: 'x',
  METRICS_TOKEN: 'x',
  WOMPI_PUBLIC_KEY: 'pub_prod_1',
  WOMPI_PRIVATE_KEY: 'prv_prod_1',
  WOMPI_EVENTS_SECRET: 'prod_events_1',
  WOMPI_INTEGRITY_SECRET: 'prod_integrity_1',
  SMTP_URL: 'smtps://u:p@mail.example',
  MAIL_FROM: 'Cupo <avisos@cupo.example>',
}

describe('loadConfig', () => {
  it('runs with the sandbox when nothing is set', () => {
    expect(loadConfig({})).toMatchObject({ sandbox: true, demo: true, port: 3000 })
  })

  it('accepts a complete production', () => {
    expect(loadConfig(production)).toMatchObject({ production: true, sandbox: false, demo: false })
  })

  it.each([
    ['the sandbox', { SANDBOX: '1' }, /SANDBOX=1/],
    ['demo data', { DEMO: '1' }, /DEMO=1/],
    ['a missing secret', { AUTH_SECRET: '' }, /AUTH_SECRET es obligatoria/],
    ['half of Google', { GOOGLE_CLIENT_ID: 'x' }, /GOOGLE_CLIENT_SECRET es obligatoria/],
    ['half of Apple', { APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x' }, /APPLE_KEY_ID es obligatoria/],
    ['an issuer in clear', { GOOGLE_ISSUER_URL: 'http://accounts.test' }, /debe usar https/],
    ['a return to plain http', { OAUTH_RETURN_ORIGINS: 'http://localhost:3000' }, /https/],
    ['a path in an origin', { SITE_ORIGINS: 'https://cupo.example/x' }, /SITE_ORIGINS/],
    ['mail without a server', { SMTP_URL: '' }, /SMTP_URL es obligatoria/],
    ['keys of two environments', { WOMPI_PRIVATE_KEY: 'prv_test_1' }, /mezclan/],
    ['a key of the wrong kind', { WOMPI_EVENTS_SECRET: 'prod_integrity_1' }, /debe empezar/],
  ])('refuses %s in production', (_what, change, message) => {
    expect(() => loadConfig({ ...production, ...change })).toThrow(message)
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

  it('names what is wrong', () => {
    expect(() => loadConfig({ PORT: 'abc' })).toThrow(/PORT/)
  })
})
