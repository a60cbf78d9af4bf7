// Actions of a person with a phone and a mailbox at the site, as its screens send them.
import assert from 'node:assert/strict'
import { FormData } from 'undici'
import { totpCode } from '#test/e2e/second-factor-steps.ts'
import { waitFor } from '#test/e2e/wait-for.ts'
import { aPageOfPrint } from '#test/images.ts'
import { SITE } from './names.ts'
import type { Person, Site } from './site.ts'

const PASSWORD = 'Río Magdalena 7'

/** Waits for a mail with a matching subject and returns the token in the link of the newest one. */
export function mailedToken(site: Site, who: Person, subject: RegExp): Promise<string> {
  return waitFor(`mail to ${who.email}: ${subject}`, async () => {
    const mails = await site.seen<{ subject: string; text: string }>('mail', who.email)
    const mail = mails.find((each) => subject.test(each.subject))
    return mail && /token=([\w-]+)/.exec(mail.text)?.[1]
  })
}

export async function logIn(site: Site, who: Person): Promise<void> {
  const given = { email: who.email, password: PASSWORD }
  const { access_token } = await site.post(null, '/auth/login', given)
  site.tokens.set(who.email, access_token)
}

/** Signs up, confirms the address with the mailed link, and signs in. */
export async function signUp(site: Site, who: Person): Promise<void> {
  await site.post(null, '/auth/signup', {
    ...{ email: who.email, password: PASSWORD, first_name: who.first, last_name: who.last },
    ...{ identification_type: 'CC', identification_number: who.document },
    verification_terms: 'aceptado',
  })
  const token = await mailedToken(site, who, /^Confirma tu correo/)
  await site.post(null, '/auth/confirm-address', { token, password: PASSWORD })
  await logIn(site, who)
}

export async function provePhone(site: Site, who: Person): Promise<void> {
  await site.post(who, '/me/phone/code', { phone_number: who.phone, channel: 'sms' })
  const code = await waitFor('a code on the telephone', async () => {
    const [newest] = await site.seen<{ text: string }>('texts', who.phone)
    return newest?.text.match(/\b\d{6}\b/)?.[0]
  })
  await site.post(who, '/me/phone/confirm', { code })
}

export async function stepUp(site: Site, who: Person): Promise<void> {
  await site.post(who, '/auth/step-up', { password: PASSWORD })
}

/** Registers an authenticator app, which counts as proved in this session. */
export async function chooseSecondFactor(site: Site, who: Person): Promise<void> {
  await stepUp(site, who)
  const { secret } = await site.post(who, '/second-factor/totp')
  site.secrets.set(who.email, secret)
  await site.post(who, '/second-factor/totp/confirm', { code: codeOf(site, who) })
}

export async function proveSecondFactor(site: Site, who: Person): Promise<void> {
  await site.post(who, '/second-factor/prove', { code: codeOf(site, who) })
}

const codeOf = (site: Site, who: Person) => totpCode(site.secrets.get(who.email) ?? '', site.now())

/** Uploads the photo of a document; returns its id. */
export async function upload(
  site: Site,
  who: Person,
  fields: { kind: string } & Record<string, string>,
): Promise<string> {
  const { status, text } = await sendPhoto(site, who, '/api/documents', fields)
  assert.equal(status, 201, text)
  return JSON.parse(text).document.id
}

/** Sets the profile photo, which publishing requires. */
export async function setProfilePhoto(site: Site, who: Person): Promise<void> {
  const fields = { consent: 'aceptado' }
  const { status, text } = await sendPhoto(site, who, '/api/users/me/photo', fields)
  assert.equal(status, 200, text)
}

async function sendPhoto(site: Site, who: Person, path: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const image = await aPageOfPrint(`${who.first} ${fields.kind} ${who.document}`)
  form.set('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'foto.jpg')
  return await site.form(`${SITE}${path}`, who, form)
}

/** Pays at the gateway's checkout from a bank account; waits until the wallet has the money. */
export async function topUp(site: Site, who: Person, pesos: number): Promise<void> {
  const { data } = await site.post(who, '/payments/create', { amount: pesos })
  const fields = {
    ...{ 'public-key': data.publicKey, currency: data.currency },
    ...{ 'amount-in-cents': String(data.amountInCents), reference: data.reference },
    ...{ 'signature:integrity': data.signature, 'redirect-url': data.redirectUrl },
    ...{ method: 'PSE', outcome: 'approve' },
  }
  const pay = new URL('pay', data.checkoutUrl).href
  const { status, text } = await site.form(pay, null, new URLSearchParams(fields))
  assert.equal(status, 303, text)
  await waitFor('the top-up is in the wallet', async () => {
    const { balance } = await site.ask(who, 'GET', '/wallet/balance')
    return balance >= pesos ? true : undefined
  })
}
