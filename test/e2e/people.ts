import type { Page } from 'playwright-core'
import type { MailControl } from '#sandbox/mail/mail-sandbox.ts'
import { hydrated } from './visits.ts'
import { waitFor } from './wait-for.ts'

export type NewPerson = { email: string; first: string; last: string; password: string }

/** Signs up through the form, which ends signed in in the wallet. */
export async function signUp(page: Page, person: NewPerson): Promise<void> {
  await sendSignUp(page, person)
  await page.waitForURL(/\/wallet/, { timeout: 15_000 })
}

/**
 * Sends the sign-up form. The next page that the test opens signs nobody in: the password is only
 * in the memory of this one.
 */
export async function sendSignUp(page: Page, person: NewPerson): Promise<void> {
  if (!page.url().includes('/signup')) await page.goto('/signup')
  await hydrated(page)
  await page.getByRole('heading', { name: 'Crear cuenta', level: 1 }).waitFor()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByText('Agregar más datos').click()
  await page.getByRole('textbox', { name: /^Nombre(?! de usuario)/ }).fill(person.first)
  await page.getByRole('textbox', { name: /^Apellido/ }).fill(person.last)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await page.getByText('Tu cuenta quedó creada').waitFor()
}

/** Waits for a mail to an address with a matching subject; returns the text of the newest one. */
export async function mailTo(
  mail: Pick<MailControl, 'messages'>,
  to: string,
  subject: RegExp,
): Promise<string> {
  const find = () => mail.messages(to).find((message) => subject.test(message.subject))
  return (await waitFor(`mail to ${to}`, find)).text
}

/** Texts on people's phones, newest first. */
export type Telephones = {
  messages(to: string): readonly Told[] | Promise<readonly Told[]>
}
type Told = { text: string }

/** Requests a code, and types the code from the phone. */
export async function provePhone(page: Page, phones: Telephones, phone: string): Promise<void> {
  await page.getByRole('button', { name: 'Enviarme un código' }).click()
  const field = page.getByLabel('Código de 6 números')
  await field.waitFor()
  const find = async () => {
    const [newest] = await phones.messages(phone)
    return newest?.text.match(/\b\d{6}\b/)?.[0]
  }
  await field.fill(await waitFor('a code on the telephone', find))
}

/** Returns the token in the link of that mail. */
export async function mailedToken(...which: Parameters<typeof mailTo>): Promise<string> {
  return /token=([\w-]+)/.exec(await mailTo(...which))?.[1] ?? ''
}

/**
 * Follows the mailed link that confirms the address of a sign-up. Without a session the page asks
 * for the password.
 */
export async function confirmEmail(
  page: Page,
  mail: Pick<MailControl, 'messages'>,
  person: NewPerson,
  { signedIn }: { signedIn: boolean },
): Promise<void> {
  const token = await mailedToken(mail, person.email, /^Confirma tu correo/)
  await page.goto(`/confirmar-cuenta?token=${token}`)
  if (!signedIn) await page.getByLabel('Contraseña de tu cuenta').fill(person.password)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await page.getByRole('heading', { name: 'Tu correo quedó confirmado' }).waitFor()
}

/** Logs in through the form and waits for the next page. */
export async function logIn(
  page: Page,
  person: { email: string; password: string },
): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await hydrated(page)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(/\/(wallet|admin)/)
}

/**
 * Logs in with the call of the login form: its cookies and tokens, without the code of the form and
 * of the screen after it. Leaves the page at an address of the site that has no code.
 */
export async function logInByCall(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/manifest.webmanifest')
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/auth/login', { method: 'POST', headers, body })
    const { access_token, expires_at } = await answer.json()
    localStorage.setItem('auth_token', access_token)
    localStorage.setItem('token_expires_at', String(expires_at))
    return answer.status
  }, JSON.stringify({ email, password }))
  if (status !== 200) throw new Error(`${email} was not logged in: ${status}`)
}

/** Tops up through the hosted checkout and returns to the wallet. */
export async function topUp(page: Page, pesos: number): Promise<void> {
  await page.goto('/wallet')
  await page.getByLabel(/Monto|Valor|Cuánto/).fill(String(pesos))
  await page.getByRole('button', { name: /^Recargar/ }).click()
  await page.waitForURL(/\/sandbox\/wompi\/p/)
  await page.getByText(pesosText(pesos)).first().waitFor()
  await page.getByRole('button', { name: 'Aprobar pago' }).click()
  await page.waitForURL(/\/confirmacion-pago/)
  await page.getByRole('heading', { name: /aprobad/i }).waitFor()
  await page.getByRole('link', { name: 'Ir a mi billetera' }).click()
  await page.waitForURL(/\/wallet/)
}

/** Pattern for an amount such as `$ 62.000`, with any kind of space. */
export function pesosText(pesos: number): RegExp {
  const digits = String(pesos).replace(/\B(?=(\d{3})+(?!\d))/g, '\\.')
  return new RegExp(`\\$\\s?${digits}(?!\\d)`)
}
