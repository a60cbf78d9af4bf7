import { describe, expect, it } from 'vitest'
import type { User } from '#contract/auth.ts'
import {
  balanceText,
  hideBalance,
  loading,
  noWallet,
  sessionReducer,
  throttle,
} from './session-state.ts'

const user: User = {
  id: '019a9b1e-0000-7000-8000-000000000001',
  email: 'ana@correo.co',
  email_confirmed: true,
  terms_accepted: true,
  username: 'ana',
  first_name: 'Ana',
  roles: ['passenger'],
  profile: {
    full_name: 'Ana Gómez',
    first_name: 'Ana',
    last_name: 'Gómez',
    status: 'Pasajero',
    verification: false,
    identification_type: null,
    identification_number: null,
    phone_number: null,
  },
}
const wallet = { balance: 62_000, held: 0, debt: 0, disputed: 0, wallet_id: 'w1' }
const signedIn = sessionReducer(loading, { type: 'signedIn', user, wallet })

describe('state of the session', () => {
  it('starts in the state "loading" without a person', () => {
    expect(loading).toEqual({ status: 'loading', user: null, expired: false })
  })

  it('merges the wallet’s balance into the signed-in person', () => {
    expect(signedIn.user).toMatchObject({
      email: 'ana@correo.co',
      email_confirmed: true,
      balance: 62_000,
      wallet_id: 'w1',
    })
  })

  it('counts a wallet that could not be read as empty', () => {
    const state = sessionReducer(loading, { type: 'signedIn', user, wallet: noWallet })
    expect(state.user).toMatchObject({ balance: 0, wallet_id: null })
  })

  it('applies a balance event only while somebody is signed in', () => {
    const event = {
      type: 'balance',
      wallet: { balance: 5, held: 0, debt: 0, disputed: 0, wallet_id: 'w1' },
    } as const
    expect(sessionReducer(signedIn, event).user?.balance).toBe(5)
    const out = sessionReducer(signedIn, { type: 'signedOut' })
    expect(sessionReducer(out, event)).toBe(out)
    expect(sessionReducer(loading, event)).toBe(loading)
  })

  it('keeps a signed-in person signed in when the server does not answer', () => {
    const event = { type: 'unreachable' } as const
    expect(sessionReducer(loading, event).status).toBe('unreachable')
    expect(sessionReducer(signedIn, event)).toBe(signedIn)
    expect(sessionReducer(sessionReducer(loading, event), { type: 'ended' }).status).toBe(
      'signedOut',
    )
  })

  it('says that the balance could not be read instead of "$ 0"', () => {
    expect(balanceText(wallet)).toMatch(/62\.000/)
    expect(balanceText({ ...wallet, balance: 0 })).toMatch(/\$/)
    for (const unread of [noWallet, null]) {
      expect(balanceText(unread)).toBe('No pudimos leer tu saldo')
    }
  })

  it('says no balance where the person hid it', () => {
    hideBalance(true)
    expect([balanceText(wallet), balanceText(null)]).toEqual(['Saldo oculto', 'Saldo oculto'])
    hideBalance(false)
    expect(balanceText(wallet)).toMatch(/62\.000/)
  })

  it('removes the person at sign-out, and marks a session that the server ended as expired', () => {
    expect(sessionReducer(signedIn, { type: 'signedOut' })).toEqual({
      status: 'signedOut',
      user: null,
      expired: false,
    })
    expect(sessionReducer(loading, { type: 'ended' }).expired).toBe(true)
  })

  it('keeps the person on screen after the server ended the session, until they leave', () => {
    const ended = sessionReducer(signedIn, { type: 'ended' })
    expect(ended).toEqual({ ...signedIn, expired: true })
    expect(sessionReducer(ended, { type: 'noToken' })).toBe(ended)
    expect(sessionReducer(ended, { type: 'signedIn', user, wallet })).toEqual(signedIn)
    const left = sessionReducer(ended, { type: 'signedOut' })
    expect(left).toEqual({ status: 'signedOut', user: null, expired: true })
    expect(sessionReducer(signedIn, { type: 'noToken' }).status).toBe('signedOut')
  })
})

it('throttle refuses a second call within 1000 ms', () => {
  let now = 10_000
  const may = throttle(1000, () => now)
  expect(may()).toBe(true)
  now += 999
  expect(may()).toBe(false)
  now += 1
  expect(may()).toBe(true)
})
