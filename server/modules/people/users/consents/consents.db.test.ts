import { beforeAll, describe, expect, it } from 'vitest'
import { type ConsentText, consentTexts, isAnnounced } from '#contract/consent-texts.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'
import { consentOf, consentsOf, recordConsent } from './record-consent.ts'

const nextTerms: ConsentText = {
  purpose: 'terms',
  version: '2027-02-01',
  announcedOn: '2027-01-02',
  title: 'Términos y condiciones',
  text: 'Acepto los términos y condiciones y soy mayor de 18 años.',
  changes: 'Cambia el plazo para cancelar.',
}

let test: TestApp
let user: TestUser

beforeAll(async () => {
  test = await openTestApp({
    before: (deps) => {
      deps.consentTexts = [...consentTexts, nextTerms]
    },
  })
  user = await aUser(test.deps)
})

const rowsOf = async (userId: string) => {
  const text = `select purpose, version, given, facts from consents where user_id = $1
    order by at, id`
  return (await asOwner(test.deps.databaseUrl, text, [userId])).rows
}

describe('consents', () => {
  const at = (days: number) => addMs(test.clock.now(), days * DAY_MS)
  const answer = (given: boolean, days: number, version = '2026-11-22') =>
    recordConsent(
      test.deps.db,
      { userId: user.userId, purpose: 'selfie', version, given },
      at(days),
    )
  const selfie = () => consentOf(test.deps.db, user.userId, 'selfie')

  it('uses the latest consent of a person and keeps the earlier ones', async () => {
    expect(await selfie()).toBeNull()
    await answer(true, 1)
    expect(await selfie()).toEqual({ given: true, version: '2026-11-22', at: at(1) })
    await answer(false, 2)
    expect(await selfie()).toMatchObject({ given: false, at: at(2) })
    const rows = (await rowsOf(user.userId)).filter(({ purpose }) => purpose === 'selfie')
    expect(rows.map(({ given }) => given)).toEqual([true, false])
  })

  it('stores no consent that repeats the last one, unless it is about another text', async () => {
    const before = (await rowsOf(user.userId)).length
    await answer(false, 3)
    expect(await rowsOf(user.userId)).toHaveLength(before)
    await answer(false, 3, '2027-03-01')
    expect(await rowsOf(user.userId)).toHaveLength(before + 1)
  })
})

describe('consent to terms and privacy', () => {
  const signUp = async (suscriptions: string) => {
    const email = `nueva-${newId()}@correo.test`
    const body = {
      email,
      password: 'una clave larga',
      verification_terms: 'aceptado',
      suscriptions,
    }
    expect((await postJson(test.app, '/auth/signup', body)).statusCode).toBe(201)
    const text = 'select id from users where email = $1'
    return (await asOwner(test.deps.databaseUrl, text, [email])).rows[0].id
  }
  const version = '2025-07-03'

  it('records terms and privacy at sign-up, and marketing only if it was ticked', async () => {
    const plain = await signUp('rechazado')
    const facts = { via: 'sign_up' }
    const given = [
      { purpose: 'terms', version, given: true, facts },
      { purpose: 'privacy', version, given: true, facts },
    ]
    expect(await rowsOf(plain)).toEqual(given)
    expect(await consentsOf(test.deps.db, plain)).toMatchObject({ marketing: null, selfie: null })
    const news = { purpose: 'marketing', version, given: true, facts }
    expect(await rowsOf(await signUp('aceptado'))).toEqual([...given, news])
  })

  it('shows announced terms on the agenda, and to the team how many people agreed', async () => {
    const admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
    const get = async (who: TestUser, path: string) => {
      const headers = { authorization: `Bearer ${await freshToken(test.deps, who)}` }
      return (await test.app.inject({ url: `/api${path}`, headers })).json()
    }
    const start = test.clock.now()
    const states = async () => {
      const { versions } = await get(admin, '/admin/terms')
      const ofTerms = versions.filter((one: { purpose: string }) => one.purpose === 'terms')
      return ofTerms.map(({ version: name, state, accepted, told }: Record<string, unknown>) => {
        return [name, state, Number(accepted) > 0, Number(told) > 0]
      })
    }
    expect((await get(user, '/agenda')).termsFrom).toBeNull()
    expect(await states()).toEqual([
      ['2027-02-01', 'planned', false, false],
      [version, 'current', true, false],
    ])
    test.clock.set(new Date('2027-01-02T05:00:00.000Z'))
    await test.runRecurring('announce-terms')
    expect((await get(user, '/agenda')).termsFrom).toBe('2027-02-01')
    expect(await states()).toEqual([
      ['2027-02-01', 'announced', false, true],
      [version, 'current', true, false],
    ])
    test.clock.set(start)
  })

  it('tells a person once of each of two privacy policies that are announced', async () => {
    const start = test.clock.now()
    test.clock.set(new Date('2026-11-30T05:00:00.000Z'))
    const told = `select cause, title from notifications
      where user_id = $1 and kind = 'terms_coming' and cause like 'privacy:%' order by cause`
    const rows = async () => (await asOwner(test.deps.databaseUrl, told, [user.userId])).rows
    await test.runRecurring('announce-terms')
    await test.runRecurring('announce-terms')
    const announced = consentTexts.filter(
      (text) => text.purpose === 'privacy' && isAnnounced(text, '2026-11-30'),
    )
    expect(announced).toHaveLength(2)
    const title = 'Cambia la política de privacidad'
    expect(await rows()).toEqual(
      announced.map(({ version: name }) => ({ cause: `privacy:${name}`, title })),
    )
    test.clock.set(start)
  })

  it('asks everybody to accept new terms once they are in force', async () => {
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const headers = { authorization: `Bearer ${await freshToken(test.deps, user)}` }
      const url = `/api${path}`
      const answer = await test.app.inject({ method, url, headers, ...(payload && { payload }) })
      return answer.json().user.terms_accepted
    }
    expect(await ask('GET', '/auth/me')).toBe(true)
    test.clock.set(new Date('2027-02-01T05:00:00.000Z'))
    expect(await ask('GET', '/auth/me')).toBe(false)
    const accepted = { verification_terms: 'aceptado' }
    expect(await ask('POST', '/users/me/terms', accepted)).toBe(true)
    const given = { version: '2027-02-01', given: true }
    expect(await consentOf(test.deps.db, user.userId, 'terms')).toMatchObject(given)
  })
})
