import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from './api.ts'

// Calls that the specification names (spec-coverage §7), with the bodies that it names.

type Declared = { method: string; path: string; auth: string; body?: z.ZodType; query?: z.ZodType }

const routes: Declared[] = Object.values(api).flatMap((group) => Object.values(group))
const person = '019e9f00-1234-7abc-8def-0123456789ab'

const calls: [method: string, path: string, sent: object | null, auth: string][] = [
  ['POST', '/auth/login', { email: 'ana@correo.co', password: 'secreto12' }, 'public'],
  [
    'POST',
    '/auth/signup',
    {
      email: 'ana@correo.co',
      password: 'secreto12',
      username: 'ana',
      first_name: 'Ana',
      last_name: 'Díaz',
      identification_type: 'CC',
      identification_number: '1032456789',
      verification_terms: 'aceptado',
      suscriptions: 'rechazado',
    },
    'public',
  ],
  ['POST', '/auth/logout', {}, 'optional'],
  ['GET', '/auth/me', null, 'live'],
  ['GET', '/wallet/balance', null, 'live'],
  ['POST', '/auth/bootstrap', { debug: true, timestamp: 1_700_000_000_000, client: 'web' }, 'live'],
  ['GET', '/auth/lat-callback', { code: 'C' }, 'public'],
  ['POST', '/auth/debug-user', { email: 'ana@correo.co' }, 'public'],
  ['POST', '/auth/recover-account', { email: 'ana@correo.co', password: 'otra clave' }, 'optional'],
  ['GET', '/wallet/transactions', { page: '2', limit: '10', wallet_id: person }, 'live'],
  ['POST', '/payments/create', { amount: 10_000, userId: person }, 'live'],
  ['POST', '/payments/confirm-redirect', { reference: 'CUPO-1', userId: person }, 'live'],
  ['POST', '/payments/validate', { transactionId: '1-2', userId: person }, 'live'],
  ['GET', '/auth/login/google', { redirect_url: 'https://x/auth/callback' }, 'public'],
  ['GET', '/auth/login/apple', { redirect_url: 'https://x/auth/callback' }, 'public'],
  ['GET', '/auth/login/google-lat', { redirect_url: 'https://x/auth/callback' }, 'public'],
  ['GET', '/auth/login/apple-lat', { mobile: 'true' }, 'public'],
]

describe('calls that the specification names', () => {
  it.each(calls)(
    'the call %s %s of the specification is declared with its payload',
    (method, path, sent, auth) => {
      const route = routes.find((each) => each.method === method && each.path === path)
      expect(route?.auth).toBe(auth)
      const schema = method === 'GET' ? route?.query : route?.body
      if (sent === null) expect(schema).toBeUndefined()
      else expect(schema?.safeParse(sent)).toMatchObject({ success: true })
    },
  )
})

it('sign-up needs only an e-mail, a password and the acceptance of the terms', () => {
  const { body } = api.auth.signup
  const least = { email: 'ana@correo.co', password: 'secreto12', verification_terms: 'aceptado' }
  expect(body.safeParse(least).success).toBe(true)
  for (const key of Object.keys(least)) {
    const { [key as keyof typeof least]: _, ...rest } = least
    expect(body.safeParse(rest).success, key).toBe(false)
  }
})

it('the signed-in user and the wallet have the fields of the specification', () => {
  const { user, access_token } = api.auth.login.ok.shape
  expect(access_token).toBeDefined()
  expect(Object.keys(user.shape)).toEqual(
    expect.arrayContaining(['id', 'email', 'username', 'first_name', 'profile']),
  )
  expect(Object.keys(user.shape.profile.shape)).toEqual(
    expect.arrayContaining([
      'full_name',
      'first_name',
      'last_name',
      'status',
      'verification',
      'identification_type',
      'identification_number',
      'phone_number',
    ]),
  )
  const { balance, wallet_id } = api.wallet.balance.ok.shape
  expect([balance, wallet_id].every(Boolean)).toBe(true)
})

it('answers about wallet, payments and sign-in have the field names of the specification', () => {
  const names = (schema: z.ZodObject) => Object.keys(schema.shape)
  const has = (schema: z.ZodObject, ...wanted: string[]) =>
    expect(names(schema)).toEqual(expect.arrayContaining(wanted))
  has(api.wallet.transactions.ok, 'transactions', 'totalPages')
  has(
    api.wallet.transactions.ok.shape.transactions.element,
    'transaction_date',
    'transaction_type',
    'amount',
    'status',
  )
  has(api.payments.create.ok, 'success', 'data')
  has(api.payments.create.ok.shape.data, 'reference', 'amountInCents', 'signature', 'publicKey')
  has(api.payments.confirmRedirect.ok.shape.payment, 'status', 'message', 'reference', 'amount')
  has(api.payments.validate.ok, 'success', 'error', 'transaction')
  has(api.oauth.redeem.ok, 'access_token', 'refresh_token')
  has(api.auth.recover.ok, 'message')
})
