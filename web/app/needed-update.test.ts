import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/memory-storage.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isFinal, isUnanswered } from '#web/lib/api-error.ts'
import { brand } from '#web/lib/brand.ts'
import { apiFetch } from './api-fetch.ts'
import { askForUpdate, onNeededUpdate, savedScreens, staysOpen } from './needed-update.ts'
import { UpdateScreen } from './update-screen.tsx'

const OWNER = '0197a000-0000-7000-8000-00000000000a'
const place = (name: string) => ({ name, at: '2126-11-20T13:00:00.000Z' })
const ticket = (ownerId: string) => ({
  ownerId,
  booking: { id: 'b1', state: 'confirmed', from: place('Ibagué'), to: place('Cali') },
  ticket: { code: 'K7M4QX' },
})
const stop = (name: string) => ({ ...place(name), getsOn: [], getsOff: [] })
const sheet = {
  ownerId: OWNER,
  sheet: {
    tripId: 't1',
    departsAt: place('').at,
    startsUntil: place('').at,
    asOf: place('').at,
    stops: [stop('Cali'), stop('Pasto')],
  },
}

/** Headers of each request that the server received. */
let sent: Headers[]
let shown: number

beforeEach(() => {
  stubStorage()
  localStorage.setItem('auth_user_id', OWNER)
  vi.stubGlobal('location', { pathname: '/wallet', protocol: 'https:' })
  vi.stubGlobal('window', globalThis)
  sent = []
  shown = 0
  onNeededUpdate(() => {
    shown += 1
  })
})

function serve(status: number): void {
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return Response.json({ error: 'Actualiza Cupo para seguir.', code: 'app_outdated' }, { status })
  })
}

describe('a request of the native app', () => {
  it('sends the app header with platform and version, and keeps the other headers', async () => {
    serve(200)
    await apiFetch('/api/wallet/balance', { headers: { authorization: 'Bearer T' } })
    vi.stubGlobal('location', { pathname: '/wallet', protocol: 'capacitor:' })
    await apiFetch('/api/wallet/balance')
    expect(sent.map((headers) => headers.get('x-cupo-app'))).toEqual([
      expect.stringMatching(/^android\/\d+\.\d+\.\d+$/),
      expect.stringMatching(/^ios\/\d+\.\d+\.\d+$/),
    ])
    expect(sent[0]?.get('authorization')).toBe('Bearer T')
    expect(shown).toBe(0)
  })

  it('shows one update screen when several requests are refused as outdated', async () => {
    serve(426)
    await Promise.all([apiFetch('/api/agenda'), apiFetch('/api/wallet/balance')])
    expect(shown).toBe(1)
  })

  it('sends no app header from the site, where a 426 shows no update screen', async () => {
    serve(426)
    await expect(api.wallet.balance()).rejects.toMatchObject({
      code: 'app_outdated',
      message: 'Actualiza Cupo para seguir.',
    })
    expect(sent[0]?.get('x-cupo-app')).toBeNull()
    expect(shown).toBe(0)
  })
})

describe('saved tickets and run sheets of an outdated app', () => {
  beforeEach(() => {
    localStorage.setItem('ticket:b1', JSON.stringify(ticket(OWNER)))
    localStorage.setItem('ticket:b2', JSON.stringify({ ...ticket('somebody else') }))
    localStorage.setItem('run-sheet:t1', JSON.stringify(sheet))
  })

  it('lists saved tickets and run sheets on the update screen, with a link to the store', () => {
    expect(savedScreens()).toEqual([
      { path: '/bookings/b1', words: 'Tiquete Ibagué → Cali' },
      { path: '/trips/t1/run', words: 'Hoja de ruta Cali → Pasto' },
    ])
    const drawn = (store: 'android' | 'ios') =>
      renderToStaticMarkup(createElement(UpdateScreen, { store, saved: savedScreens() }))
    expect(drawn('android')).toContain('Actualiza Cupo')
    expect(drawn('android')).toContain(`href="${brand.google_play.replaceAll('&', '&amp;')}"`)
    expect(drawn('ios')).toContain(`href="${brand.app_store.replaceAll('&', '&amp;')}"`)
    expect(drawn('ios')).toContain('href="/bookings/b1"')
  })

  it('does not show the update screen over a saved ticket, run sheet or scanner', () => {
    const open = ['/bookings/b1', '/trips/t1/run', '/trips/t1/scan', '/bookings/b2', '/wallet']
    expect(open.filter(staysOpen)).toEqual(['/bookings/b1', '/trips/t1/run', '/trips/t1/scan'])
    askForUpdate('/bookings/b1')
    expect(shown).toBe(0)
    askForUpdate('/my-trips')
    expect(shown).toBe(1)
  })
})

it('counts `app_outdated` as unanswered, so that unsent data stays queued', () => {
  const outdated = new ApiError({ status: 426, code: 'app_outdated', message: 'x' })
  expect([isFinal(outdated), isUnanswered(outdated)]).toEqual([false, true])
})
